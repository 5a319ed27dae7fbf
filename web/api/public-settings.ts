import {
  DEFAULT_PUBLIC_SETTINGS,
  PUBLIC_SETTINGS_ID,
  type PublicSettings,
} from '#contract/public-settings.ts';

let written: object | undefined;

/** The settings that the server wrote into this document; the defaults while prerendering or if they are invalid. */
export function publicSettings(): PublicSettings {
  return publicSettingsOf(DEFAULT_PUBLIC_SETTINGS);
}

/** A feature's public settings, or the given defaults. */
export function publicSettingsOf<Own extends object>(defaults: Own): Own {
  if (typeof document === 'undefined') return defaults;
  written ??= parsePublicSettings(document.getElementById(PUBLIC_SETTINGS_ID)?.textContent ?? '');
  return { ...defaults, ...written };
}

/** Returns no settings for invalid JSON, because a page with default settings is better than none. */
export function parsePublicSettings(text: string): object {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}
