import { AUTH_WORDS } from '#content/account.ts';
import { sentenceOf } from '#contract/errors.ts';
import { publicSettings } from '#web/api/public-settings.ts';

export type Provider = 'google' | 'github';

export const PROVIDER_NAMES: Readonly<Record<Provider, string>> = { google: 'Google', github: 'GitHub' };

/** What a press on a provider's button came to. */
export type SocialOutcome = { readonly kind: 'failed'; readonly message: string; readonly detail?: string };

/**
 * Signs in with a provider. Without credentials on the server it says so (decisions §3.9). Must be called inside
 * the press itself: the popup that follows later may only be opened there.
 */
export async function startSocialSignIn(provider: Provider): Promise<SocialOutcome> {
  const message = sentenceOf('SOCIAL_SIGN_IN_FAILED', { provider: PROVIDER_NAMES[provider] });
  if (!publicSettings().providers[provider]) return { kind: 'failed', message, detail: AUTH_WORDS.notSetUp };
  return { kind: 'failed', message };
}
