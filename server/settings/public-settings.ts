import type { PublicSettings } from '#contract/public-settings.ts';
import { PROVIDERS } from '#features/social-sign-in/contract.ts';
import { isLoopbackHost, registrableDomain } from './loopback.ts';
import type { Settings } from './settings.ts';

/** The part of the settings that every visitor may see. */
export function publicSettings(settings: Settings): PublicSettings {
  const isOnThisMachine = isLoopbackHost(new URL(settings.origin).hostname);
  return {
    siteOrigin: settings.origin,
    apiHost: settings.productApiUrl,
    apiKey: settings.publicApiKey,
    passwordMinLength: settings.passwordMinLength,
    minimumAge: settings.minimumAge,
    devtoolsGuard: settings.devtoolsGuard,
    providers: { google: settings.google !== undefined, github: settings.github !== undefined },
    offeredProviders: PROVIDERS.filter((provider) => isOnThisMachine || settings[provider] !== undefined),
    authorizedDomains: settings.authorizedDomains,
    forms: {
      endpoint: settings.formEndpoint,
      contact: settings.formContactKey,
      feedback: settings.formFeedbackKey,
    },
    stripePublishableKey: takesCards(settings) ? (settings.stripe?.publishableKey ?? '') : '',
    tokenSyncUrl: settings.tokenSyncUrl ?? '',
    registrableDomain: registrableDomain(settings.origin),
  };
}

/** No page offers what nobody could charge: our own form service needs the secret key, a hosted one has it. */
function takesCards({ stripe, formEndpoint }: Settings): boolean {
  return stripe?.secretKey !== undefined || formEndpoint !== '';
}
