import { filled, PAGE_ERRORS } from '#contract/errors.ts';
import { PROVIDER_NAMES, type Provider, type SocialErrorCode, type SocialPurpose } from '#contract/social.ts';
import { SOCIAL_ERRORS } from '#contract/social-errors.ts';
import type { CallResult } from '#web/api/call-api.ts';
import type { BannerMessage } from '#web/ui/banner.tsx';

/** The banner of an account screen. */
export type AuthNotice = { readonly message: BannerMessage };

export function success(text: string): AuthNotice {
  return { message: { tone: 'success', text } };
}

export function failed(text: string): AuthNotice {
  return { message: { tone: 'error', text } };
}

/**
 * The banner for a failed call: the server's sentence, or the one about a lost connection. Where the site itself failed,
 * it stands below `headline` (spec §8).
 */
export function failure(result: Exclude<CallResult<unknown>, { kind: 'ok' }>, headline?: string): AuthNotice {
  const reason = result.kind === 'offline' ? PAGE_ERRORS.OFFLINE : result.refusal.message;
  const said = headline && isSiteFailure(result) ? { text: headline, detail: reason } : { text: reason };
  return { message: { tone: 'error', ...said } };
}

const MORE_NEEDED = 428;

/** What was shown is right, and a code of the second step has to follow. */
export function isCodeNeeded(result: { readonly kind: string; readonly status?: number }): boolean {
  return result.kind === 'refused' && result.status === MORE_NEEDED;
}

/** The same of a sign-up: the date of birth has to be given first. */
export function isBirthDateNeeded(result: CallResult<unknown>): boolean {
  return result.kind === 'refused' && result.status === MORE_NEEDED;
}

/** No answer came, or one that the visitor can do nothing about. */
export function isSiteFailure(result: CallResult<unknown>): boolean {
  return result.kind === 'offline' || (result.kind === 'refused' && result.status >= 500);
}

/**
 * The banner for a failed provider window: the headline of spec §8 and the next step. For another purpose the headline does
 * not speak of signing in, because the user is signed in.
 */
export function socialFailure(provider: Provider, code: SocialErrorCode, purpose: SocialPurpose): AuthNotice {
  const name = PROVIDER_NAMES[provider];
  const text =
    purpose === 'sign-in'
      ? filled(PAGE_ERRORS.SOCIAL_SIGN_IN_FAILED, { provider: name })
      : filled(PAGE_ERRORS.NOT_CONFIRMED, { provider: name });
  return { message: { tone: 'error', text, detail: SOCIAL_ERRORS[code] } };
}
