import type { AcceptedAnswer } from '#contract/messages.ts';
import type { SecurityAnswer } from '#features/accounts/security-bodies.ts';
import type { PromptResult } from '#web/api/call-api.ts';

export type Security = SecurityAnswer['data'];

/** What an account may have beside its first step, so that a password alone confirms nobody. */
export type SecondStep = {
  readonly isOn: (security: Security) => boolean;
  /** A prompt of the browser's, by a button with this label; otherwise a code is asked for. */
  readonly prompt?: { readonly label: string; readonly ask: () => Promise<PromptResult<AcceptedAnswer>> };
};

const SECOND_STEPS = Object.values(
  import.meta.glob<SecondStep>('/features/*/web/slots/second-step.ts', { eager: true, import: 'default' }),
);

/** Whether a first step alone, such as the password, confirms nobody. */
export function isGuarded(security: Security): boolean {
  return SECOND_STEPS.some(({ isOn }) => isOn(security));
}

/** Whether the account has an app that makes codes. */
export function hasCodeStep(security: Security): boolean {
  return SECOND_STEPS.some(({ isOn, prompt }) => !prompt && isOn(security));
}

/** The prompt of the browser's that the account can answer. */
export function promptOf(security: Security): SecondStep['prompt'] {
  return SECOND_STEPS.find(({ isOn, prompt }) => prompt && isOn(security))?.prompt;
}
