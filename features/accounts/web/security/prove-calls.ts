import type { AcceptedAnswer } from '#contract/messages.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import type { SecurityAnswer } from '#features/accounts/security-bodies.ts';
import { type CallResult, callAccount } from '#web/api/call-api.ts';

/* The calls of a dialog that asks who it is. */

export function readSecurity(): Promise<CallResult<SecurityAnswer>> {
  return callAccount(ACCOUNT_API.security);
}

export function proveByPassword(password: string): Promise<CallResult<AcceptedAnswer>> {
  return callAccount(ACCOUNT_API.proof, { method: 'POST', body: { password } });
}

/** Completes a proof that lacks its second step. */
export function proveByCode(code: string): Promise<CallResult<AcceptedAnswer>> {
  return callAccount(ACCOUNT_API.proof, { method: 'POST', body: { code } });
}
