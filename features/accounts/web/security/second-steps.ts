import type { AcceptedAnswer } from '#contract/messages.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import type { SecurityAnswer } from '#features/accounts/security-bodies.ts';
import { type CallResult, getAnswer, type PromptResult } from '#web/api/call-api.ts';

export type Security = SecurityAnswer['data'];

export function readSecurity(): Promise<CallResult<SecurityAnswer>> {
  return getAnswer(ACCOUNT_API.security);
}

/** A second factor, such as a passkey. If it is on, a password alone is no proof of identity. */
export type SecondStep = {
  readonly isOn: (security: Security) => boolean;
  /** The label of a button that opens a prompt of the browser. If absent, a field for a code is shown instead. */
  readonly prompt?: { readonly label: string; readonly ask: () => Promise<PromptResult<AcceptedAnswer>> };
};

const SECOND_STEPS = Object.values(
  import.meta.glob<SecondStep>('/features/*/web/slots/second-step.ts', { eager: true, import: 'default' }),
);

export function isGuarded(security: Security): boolean {
  return SECOND_STEPS.some(({ isOn }) => isOn(security));
}

export function hasCodeStep(security: Security): boolean {
  return SECOND_STEPS.some(({ isOn, prompt }) => !prompt && isOn(security));
}

export function promptOf(security: Security): SecondStep['prompt'] {
  return SECOND_STEPS.find(({ isOn, prompt }) => prompt && isOn(security))?.prompt;
}
