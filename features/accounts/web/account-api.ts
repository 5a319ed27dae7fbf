import { NOTICES } from '#content/notices.ts';
import type { AcceptedAnswer } from '#contract/messages.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import type {
  LinkAnswer,
  PendingAnswer,
  ResetAnswer,
  SessionAnswer,
  VerifyAnswer,
} from '#features/accounts/bodies.ts';
import { type CallResult, callAccount } from '#web/api/call-api.ts';

export type Credentials = { readonly email: string; readonly password: string };

/**
 * The account endpoints (features/accounts/bodies.ts), one function each. None of them throws. Signing out, which every page can, is
 * in use-sign-out.ts.
 */
export function signUp(credentials: Credentials): Promise<CallResult<AcceptedAnswer>> {
  const notice = NOTICES['sign-up'].version;
  return callAccount(ACCOUNT_API.signUp, { method: 'POST', body: { ...credentials, notice } });
}

export function signIn(
  credentials: Credentials,
  rememberDevice: boolean,
): Promise<CallResult<SessionAnswer>> {
  return callAccount(ACCOUNT_API.signIn, { method: 'POST', body: { ...credentials, rememberDevice } });
}

/** Works through the pending-verification cookie that sign-up and a refused sign-in set (docs/product.md, "Resending"). */
export function resendVerification(): Promise<CallResult<AcceptedAnswer>> {
  return callAccount(ACCOUNT_API.resendVerification, { method: 'POST', body: {} });
}

/** The unconfirmed sign-up of this browser. */
export function findPending(): Promise<CallResult<PendingAnswer>> {
  return callAccount(ACCOUNT_API.pending);
}

/** The account that a mailed link belongs to. Does not use the link up. */
export function describeLink(token: string): Promise<CallResult<LinkAnswer>> {
  return callAccount(ACCOUNT_API.link, { method: 'POST', body: { token } });
}

export function verifyEmail(token: string, password?: string): Promise<CallResult<VerifyAnswer>> {
  // The notice is shown below the password field.
  const body = password === undefined ? { token } : { token, password, notice: NOTICES['sign-up'].version };
  return callAccount(ACCOUNT_API.verify, { method: 'POST', body });
}

export function requestReset(email: string): Promise<CallResult<AcceptedAnswer>> {
  return callAccount(ACCOUNT_API.requestReset, { method: 'POST', body: { email } });
}

/** `code`: an authenticator or recovery code, if the account has a passkey or an app. */
export function resetPassword(
  token: string,
  password: string,
  code?: string,
): Promise<CallResult<ResetAnswer>> {
  return callAccount(ACCOUNT_API.reset, { method: 'POST', body: { token, password, code } });
}
