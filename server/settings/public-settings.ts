import type { PublicSettings } from '#contract/public-settings.ts';
import type { Settings } from './settings.ts';

/** The part of the settings that every visitor may see. */
export function publicSettings(settings: Settings): PublicSettings {
  return {
    siteOrigin: settings.origin,
    apiHost: '',
    apiKey: settings.publicApiKey,
    passwordMinLength: settings.passwordMinLength,
    devtoolsGuard: settings.devtoolsGuard,
    providers: { google: settings.google !== undefined, github: settings.github !== undefined },
    authorizedDomains: settings.authorizedDomains,
  };
}
