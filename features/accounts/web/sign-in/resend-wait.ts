import { AUTH_WORDS } from '#content/sign-in.ts';
import { ACCOUNT_ERRORS } from '#contract/account-errors.ts';
import { filled } from '#contract/page-errors.ts';

/** Formats seconds as minutes and seconds: `299` → `4:59`. */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * The sentence on when another mail can be requested. Rounds minutes as the server does in its refusal
 * (docs/product.md, "Resending").
 *
 * @param seconds null when no more mails are allowed
 */
export function resendHint(seconds: number | null): string {
  const { resendNow, resendInAMinute, resendIn } = AUTH_WORDS.inbox;
  if (seconds === null) return ACCOUNT_ERRORS.MAX_VERIFICATION_ATTEMPTS;
  if (seconds === 0) return resendNow;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? resendInAMinute : filled(resendIn, { minutes });
}
