import type { AcceptedAnswer } from '#contract/messages.ts';
import type { NotMeAnswer } from '#features/undo-changes/bodies.ts';
import { CHANGES_API } from '#features/undo-changes/contract.ts';
import { type CallResult, callAccount } from '#web/api/call-api.ts';

/** The endpoints of `features/undo-changes/bodies.ts`, one function each. None of them throws. */
export function pressNotMe(token: string): Promise<CallResult<NotMeAnswer>> {
  return callAccount(CHANGES_API.notMe, { method: 'POST', body: { token } });
}

export function takeBackByLink(token: string, proof: string): Promise<CallResult<AcceptedAnswer>> {
  return callAccount(CHANGES_API.takeBack, { method: 'POST', body: { token, proof } });
}
