/** Fields with a meaning of their own (decisions §5). */
export const SPECIAL = {
  trap: '_gotcha',
  replyTo: '_replyto',
  subject: '_subject',
  next: '_next',
  /** The version of the notice that the page showed. */
  notice: '_notice',
} as const;

const NAMES: readonly string[] = Object.values(SPECIAL);

/** Whether a field means something to the service, and is nothing that somebody writes. */
export function isSpecial(name: string): boolean {
  return NAMES.includes(name);
}
