import type { AcceptedAnswer } from '#contract/messages.ts';
import type { SessionAnswer } from '#features/accounts/bodies.ts';
import type { RecoveryCodesAnswer, SecondStepBegun } from '#features/two-step/bodies.ts';
import { SECOND_STEP_API } from '#features/two-step/contract.ts';
import { type CallResult, callAccount } from '#web/api/call-api.ts';

/** The endpoints of `features/two-step/bodies.ts`, one function each. None of them throws. */
export function beginSecondStep(): Promise<CallResult<SecondStepBegun>> {
  return callAccount(SECOND_STEP_API.begin, { method: 'POST', body: {} });
}

export function confirmSecondStep(code: string): Promise<CallResult<RecoveryCodesAnswer>> {
  return callAccount(SECOND_STEP_API.confirm, { method: 'POST', body: { code } });
}

/** Without a code if there is no second step. */
export function newRecoveryCodes(code?: string): Promise<CallResult<RecoveryCodesAnswer>> {
  return callAccount(SECOND_STEP_API.recoveryCodes, { method: 'POST', body: { code } });
}

/** Confirms that the codes of a set are saved. */
export function sayCodesSaved(set: string): Promise<CallResult<AcceptedAnswer>> {
  return callAccount(SECOND_STEP_API.codesSaved, { method: 'POST', body: { set } });
}

export function turnSecondStepOff(code: string): Promise<CallResult<AcceptedAnswer>> {
  return callAccount(SECOND_STEP_API.off, { method: 'POST', body: { code } });
}

/** Completes a sign-in that needs a code. */
export function signInWithCode(code: string, trust: boolean): Promise<CallResult<SessionAnswer>> {
  return callAccount(SECOND_STEP_API.signIn, { method: 'POST', body: { code, trust } });
}
