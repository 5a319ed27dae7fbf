import { AUTH_WORDS } from '#content/account.ts';
import type { CallResult } from '#web/api/call-api.ts';
import type { BannerMessage } from '#web/ui/banner.tsx';

/** What the banner of an account screen says, and whether it offers another verification mail. */
export type AuthNotice = { readonly message: BannerMessage; readonly canResend?: boolean };

export function success(text: string): AuthNotice {
  return { message: { tone: 'success', text } };
}

/** The banner for a call that did not succeed: the server's sentence, or what to do without a connection. */
export function failure(result: Exclude<CallResult<unknown>, { kind: 'ok' }>): AuthNotice {
  const text = result.kind === 'offline' ? AUTH_WORDS.offline : result.refusal.message;
  return { message: { tone: 'error', text } };
}
