import { PROVIDERS, type SocialSettings } from '#features/social-sign-in/contract.ts';
import { isLoopbackHost } from '#server/settings/loopback.ts';
import type { FeaturePages } from '#server/settings/page-rules.ts';
import type { Settings } from '#server/settings/settings.ts';

export function socialPages({ origin, google, github, authorizedDomains }: Settings): FeaturePages {
  const providers = { google: google !== undefined, github: github !== undefined };
  const isOnThisMachine = isLoopbackHost(new URL(origin).hostname);
  const offeredProviders = PROVIDERS.filter((provider) => isOnThisMachine || providers[provider]);
  const hidden = PROVIDERS.filter((provider) => !offeredProviders.includes(provider));
  const without = hidden.length > 0 ? ` data-without="${hidden.join(' ')}"` : '';
  const hasNone = !PROVIDERS.some((provider) => providers[provider]);
  return {
    publicSettings: { providers, offeredProviders, authorizedDomains } satisfies SocialSettings,
    // How the buttons look before the scripts arrive: see auth.css.
    attributes: `${without}${hasNone ? ' data-no-providers' : ''}`,
  };
}
