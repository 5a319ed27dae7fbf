import type { AcceptedAnswer } from '#contract/messages.ts';

/** The answer of what was done and has nothing else to say. */
export function accepted(message: string): AcceptedAnswer {
  return { success: true, message };
}

/** The answer of a call that succeeded, with what it tells. */
export function answered<Fields extends object>(fields: Fields): Fields & { readonly success: true } {
  return { success: true, ...fields };
}
