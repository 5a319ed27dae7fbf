import type { Feature } from '#server/feature.ts';
import { settingsParts } from './settings.ts';
import type { GivenSettings } from './settings-part.ts';

/** Each setting in words that hold nothing secret; `value` is undefined where it is not set. */
export function shownSettings(
  given: GivenSettings,
  features: readonly Feature[],
): readonly { readonly name: string; readonly value: string | undefined }[] {
  return settingsParts(features).flatMap(({ names, shown }) =>
    names.map((name) => {
      const value = given[name];
      return { name, value: value && inWords(value, shown[name]) };
    }),
  );
}

function inWords(value: string, shown: 'value' | 'host' | undefined): string {
  if (shown === 'value') return value;
  if (shown === undefined || !URL.canParse(value)) return 'set';
  const { protocol, host } = new URL(value);
  return host === '' ? 'set' : `${protocol}//${host}`;
}
