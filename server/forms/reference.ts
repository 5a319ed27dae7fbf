/** Enough for `npm run operator -- submissions` to find the message. */
const REFERENCE_LENGTH = 8;

/** What people and the operator call a submission by. */
export function referenceOf({ id }: { readonly id: string }): string {
  return id.slice(0, REFERENCE_LENGTH);
}
