import { LINK_TOKEN_LENGTH } from './limits.ts';

/** Shown if the token of a mailed link is missing or incomplete. Below this sentence, the page offers another way to continue. */
export const LINK_NOT_COMPLETE =
  'Part of the link is missing: some email programs cut long links in two. Open it again from the email, or copy all of it into the address bar.';

/** Returns the token of a mailed link, without the characters that mail programs add. Undefined if it is missing or incomplete. */
export function wholeToken(found: string | null | undefined): string | undefined {
  const token = found?.replace(/[^\w-]/g, '');
  return token?.length === LINK_TOKEN_LENGTH ? token : undefined;
}
