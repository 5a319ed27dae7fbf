import { filled, PAGE_ERRORS } from '#contract/page-errors.ts';
import type { SessionAnswer } from '#features/accounts/bodies.ts';
import {
  PROVIDER_NAMES,
  type Provider,
  type SocialErrorCode,
  type SocialPurpose,
} from '#features/social-sign-in/contract.ts';
import { SOCIAL_ERRORS } from '#features/social-sign-in/refusals.ts';
import type { CallResult } from '#web/api/call-api.ts';
import type { BannerMessage } from '#web/ui/banner.tsx';

/** A person who proves their identity or links a provider is signed in already, so the headline does not mention it. */
export function socialFailure(
  provider: Provider,
  code: SocialErrorCode,
  purpose: SocialPurpose,
): BannerMessage {
  const name = PROVIDER_NAMES[provider];
  const text =
    purpose === 'sign-in'
      ? filled(PAGE_ERRORS.SOCIAL_SIGN_IN_FAILED, { provider: name })
      : filled(PAGE_ERRORS.NOT_CONFIRMED, { provider: name });
  return { tone: 'error', text, detail: SOCIAL_ERRORS[code] };
}

/** The error code when the server does not confirm a reported sign-in. */
export function codeOfSession(result: CallResult<SessionAnswer>): SocialErrorCode {
  if (result.kind === 'offline') return 'network-request-failed';
  return result.kind === 'refused' && result.status === 429 ? 'too-many-requests' : 'internal-error';
}
