import { LINK_TOKEN_LENGTH } from './limits.ts';

/** Returns the token of a mailed link, without the characters that mail programs add. Undefined if it is missing or incomplete. */
export function wholeToken(found: string | null | undefined): string | undefined {
  const token = found?.replace(/[^\w-]/g, '');
  return token?.length === LINK_TOKEN_LENGTH ? token : undefined;
}
