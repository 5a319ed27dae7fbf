import {
  DEFAULT_PUBLIC_SETTINGS,
  PUBLIC_SETTINGS_ID,
  type PublicSettings,
} from '#contract/public-settings.ts';

let settings: PublicSettings | undefined;

/**
 * The settings that the server wrote into this document, over the development defaults. Read once: a document's
 * settings never change. While prerendering, and when the tag is missing or broken, these are the defaults.
 */
export function publicSettings(): PublicSettings {
  if (typeof document === 'undefined') return DEFAULT_PUBLIC_SETTINGS;
  settings ??= parsePublicSettings(document.getElementById(PUBLIC_SETTINGS_ID)?.textContent ?? '');
  return settings;
}

/** Fails open to the defaults: a page with unreadable settings is better than no page. */
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
