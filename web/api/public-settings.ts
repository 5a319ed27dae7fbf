import {
  DEFAULT_PUBLIC_SETTINGS,
  PUBLIC_SETTINGS_ID,
  type PublicSettings,
} from '#contract/public-settings.ts';
import { parseObject } from './storage.ts';

let written: object | undefined;

/**
 * The settings that the server wrote into this document. Returns the defaults while prerendering, and if the settings are invalid.
 */
export function publicSettings(): PublicSettings {
  return publicSettingsOf(DEFAULT_PUBLIC_SETTINGS);
}

export function publicSettingsOf<Own extends object>(defaults: Own): Own {
  if (typeof document === 'undefined') return defaults;
  written ??= parseObject(document.getElementById(PUBLIC_SETTINGS_ID)?.textContent) ?? {};
  return { ...defaults, ...written };
}
