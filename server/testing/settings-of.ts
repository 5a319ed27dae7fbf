import { FEATURES } from '#server/features.ts';
import { readSettings, type Settings } from '#server/settings/settings.ts';

/** The settings that a site would read from these variables. Throws if a setting is invalid. */
export function settingsOf(env: Readonly<Record<string, string>>): Settings {
  const read = readSettings(env, FEATURES);
  if (read.kind === 'invalid') throw new Error(JSON.stringify(read.problems));
  return read.settings;
}
