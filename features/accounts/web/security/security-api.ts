import type { AcceptedAnswer } from '#contract/messages.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { type CallResult, callAccount } from '#web/api/call-api.ts';

/** The endpoints of `features/accounts/security-bodies.ts`, one function each. None of them throws. */
export function changePassword(password: string): Promise<CallResult<AcceptedAnswer>> {
  return callAccount(ACCOUNT_API.password, { method: 'POST', body: { password } });
}

/** Without an id, all but this one. */
export function endSessions(id?: string): Promise<CallResult<AcceptedAnswer>> {
  return callAccount(ACCOUNT_API.endSessions, { method: 'POST', body: id === undefined ? {} : { id } });
}
