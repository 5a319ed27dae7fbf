import {
  DEFAULT_PUBLIC_SETTINGS,
  PUBLIC_SETTINGS_ID,
  type PublicSettings,
} from '#contract/public-settings.ts';

let settings: PublicSettings | undefined;

/** The settings that the server wrote into this document; the defaults while prerendering and when the tag is not valid. */
export function publicSettings(): PublicSettings {
  if (typeof document === 'undefined') return DEFAULT_PUBLIC_SETTINGS;
  settings ??= parsePublicSettings(document.getElementById(PUBLIC_SETTINGS_ID)?.textContent ?? '');
  return settings;
}

/** Returns the defaults for invalid JSON, because a page without its settings is better than none. */
export function parsePublicSettings(text: string): PublicSettings {
  try {
    const written: unknown = JSON.parse(text);
    return typeof written === 'object' && written !== null
      ? { ...DEFAULT_PUBLIC_SETTINGS, ...written }
      : DEFAULT_PUBLIC_SETTINGS;
  } catch {
    return DEFAULT_PUBLIC_SETTINGS;
  }
}
