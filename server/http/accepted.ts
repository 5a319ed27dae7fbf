import type { AcceptedAnswer } from '#contract/messages.ts';

/** The answer of what was done and has nothing else to say. */
export function accepted(message: string): AcceptedAnswer {
  return { success: true, message };
}
