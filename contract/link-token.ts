import { LINK_TOKEN_LENGTH } from './limits.ts';

/**
 * The token in the address of a mailed link, without what mail programs leave in and around it: blanks, a line's end, the full
 * stop or the bracket that follows. Undefined for a part of one, or none.
 */
export function wholeToken(found: string | null | undefined): string | undefined {
  const token = found?.replace(/[^\w-]/g, '');
  return token?.length === LINK_TOKEN_LENGTH ? token : undefined;
}
