import type { AcceptedAnswer } from '#contract/messages.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import type { SessionAnswer } from '#features/accounts/bodies.ts';
import { type CallResult, postBody } from '#web/api/call-api.ts';

export type Credentials = { readonly email: string; readonly password: string };

export function signIn(credentials: Credentials, rememberDevice = false): Promise<CallResult<SessionAnswer>> {
  return postBody(ACCOUNT_API.signIn, { ...credentials, rememberDevice });
}

/** Requests another confirmation mail. The server finds the sign-up by the cookie `pending_verification`. */
export function resendVerification(): Promise<CallResult<AcceptedAnswer>> {
  return postBody(ACCOUNT_API.resendVerification);
}
