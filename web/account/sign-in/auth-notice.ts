import { filled, PAGE_ERRORS, SOCIAL_ERRORS, sentenceOf } from '#contract/errors.ts';
import { PROVIDER_NAMES, type Provider, type SocialErrorCode, type SocialPurpose } from '#contract/social.ts';
import type { CallResult } from '#web/api/call-api.ts';
import type { BannerMessage } from '#web/ui/banner.tsx';

/** What the banner of an account screen says, and whether it offers another verification mail. */
export type AuthNotice = { readonly message: BannerMessage; readonly canResend?: boolean };

export function success(text: string): AuthNotice {
  return { message: { tone: 'success', text } };
}

/** The banner for a call that did not succeed: the server's sentence, or what to do without a connection. */
export function failure(result: Exclude<CallResult<unknown>, { kind: 'ok' }>): AuthNotice {
  const text = result.kind === 'offline' ? PAGE_ERRORS.OFFLINE : result.refusal.message;
  return { message: { tone: 'error', text } };
}

/**
 * The banner for a provider's window that did not succeed: what to do next below the headline of spec §8, or below one
 * that does not speak of signing in to somebody who is.
 */
export function socialFailure(provider: Provider, code: SocialErrorCode, purpose: SocialPurpose): AuthNotice {
  const name = PROVIDER_NAMES[provider];
  const text =
    purpose === 'deletion'
      ? filled(PAGE_ERRORS.NOT_CONFIRMED, { provider: name })
      : sentenceOf('SOCIAL_SIGN_IN_FAILED', { provider: name });
  return { message: { tone: 'error', text, detail: SOCIAL_ERRORS[code] } };
}
