import type { AcceptedAnswer, SessionAnswer } from '#contract/identity.ts';
import { ACCOUNT_API, PRODUCT_API } from '#contract/paths.ts';
import { PROFILE_FIELD_LIST } from '#contract/profile-fields.ts';
import type { SaveUserAnswer } from '#contract/users.ts';
import { type CallResult, callAccount, callProduct } from '#web/api/call-api.ts';

export type Credentials = { readonly email: string; readonly password: string };

/** The account endpoints (contract/identity.ts), one function each. None of them throws. */
export function signUp(credentials: Credentials): Promise<CallResult<AcceptedAnswer>> {
  return callAccount(ACCOUNT_API.signUp, { method: 'POST', body: credentials });
}

export function signIn(
  credentials: Credentials,
  rememberDevice: boolean,
): Promise<CallResult<SessionAnswer>> {
  return callAccount(ACCOUNT_API.signIn, { method: 'POST', body: { ...credentials, rememberDevice } });
}

export function signOut(): Promise<CallResult<AcceptedAnswer>> {
  return callAccount(ACCOUNT_API.signOut, { method: 'POST', body: {} });
}

/** Works through the pending-verification cookie that sign-up and a refused sign-in set (decisions §3.5). */
export function resendVerification(): Promise<CallResult<AcceptedAnswer>> {
  return callAccount(ACCOUNT_API.resendVerification, { method: 'POST', body: {} });
}

export function verifyEmail(token: string, password?: string): Promise<CallResult<AcceptedAnswer>> {
  const body = password === undefined ? { token } : { token, password };
  return callAccount(ACCOUNT_API.verify, { method: 'POST', body });
}

export function requestReset(email: string): Promise<CallResult<AcceptedAnswer>> {
  return callAccount(ACCOUNT_API.requestReset, { method: 'POST', body: { email } });
}

export function resetPassword(token: string, password: string): Promise<CallResult<AcceptedAnswer>> {
  return callAccount(ACCOUNT_API.reset, { method: 'POST', body: { token, password } });
}

/** Saves the record of a fresh sign-up (spec §4). The server fills in everything that is its own to say. */
export function saveFreshUser(email: string): Promise<CallResult<SaveUserAnswer>> {
  const now = new Date().toISOString();
  return callProduct(PRODUCT_API.saveUser, {
    method: 'POST',
    body: {
      id: '',
      email,
      ...Object.fromEntries(PROFILE_FIELD_LIST.map(([field]) => [field, ''])),
      name: email.split('@')[0],
      created_at: now,
      updated_at: now,
      messages: [],
      last_login: null,
      login_count: 0,
      email_verified: false,
      verification_sent_at: now,
      verification_attempts: 1,
    },
  });
}
