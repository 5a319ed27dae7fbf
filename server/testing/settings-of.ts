import { FEATURES } from '#server/features.ts';
import { readSettings, type Settings } from '#server/settings/settings.ts';

/** The settings of a site with this environment. Throws when one is wrong. */
export function settingsOf(env: Readonly<Record<string, string>>): Settings {
  const read = readSettings(env, FEATURES);
  if (read.kind === 'invalid') throw new Error(JSON.stringify(read.problems));
  return read.settings;
}
