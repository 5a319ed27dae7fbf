import { FEATURES } from '#server/features.ts';
import { readSettings, type Settings } from '#server/settings/settings.ts';

/** What a site would read from these variables. Throws if a setting is invalid. */
export function readValid(env: Readonly<Record<string, string>>) {
  const read = readSettings(env, FEATURES);
  if (read.kind === 'invalid') throw new Error(JSON.stringify(read.problems));
  return read;
}

export const settingsOf = (env: Readonly<Record<string, string>>): Settings => readValid(env).settings;
