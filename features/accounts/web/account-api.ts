import { NOTICES } from '#content/notices.ts';
import type { AcceptedAnswer } from '#contract/messages.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import type { SessionAnswer, VerifyAnswer } from '#features/accounts/bodies.ts';
import { type CallResult, postBody } from '#web/api/call-api.ts';

export type Credentials = { readonly email: string; readonly password: string };

export function signUp(credentials: Credentials): Promise<CallResult<AcceptedAnswer>> {
  const notice = NOTICES['sign-up'].version;
  return postBody(ACCOUNT_API.signUp, { ...credentials, notice });
}

export function signIn(
  credentials: Credentials,
  rememberDevice: boolean,
): Promise<CallResult<SessionAnswer>> {
  return postBody(ACCOUNT_API.signIn, { ...credentials, rememberDevice });
}

/** The server finds the sign-up by the pending cookie, which a sign-up or refused sign-in sets (docs/product.md, "Resending"). */
export function resendVerification(): Promise<CallResult<AcceptedAnswer>> {
  return postBody(ACCOUNT_API.resendVerification);
}

export function verifyEmail(token: string, password?: string): Promise<CallResult<VerifyAnswer>> {
  // The privacy notice is shown below the password field, so its version is sent with a password.
  const body = password === undefined ? { token } : { token, password, notice: NOTICES['sign-up'].version };
  return postBody(ACCOUNT_API.verify, body);
}
