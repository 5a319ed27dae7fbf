import { FEATURES } from '#server/features.ts';
import { readSettings, type Settings } from '#server/settings/settings.ts';

/** Throws if a setting is invalid. */
export function settingsOf(env: Readonly<Record<string, string>>): Settings {
  const read = readSettings(env, FEATURES);
  if (read.kind === 'invalid') throw new Error(JSON.stringify(read.problems));
  return read.settings;
}
