import { LINK_TOKEN_LENGTH } from './limits.ts';

/**
 * The token in a mailed link, without the spaces, line ends, full stops or brackets that mail programs add. Undefined if the token
 * is missing or incomplete.
 */
export function wholeToken(found: string | null | undefined): string | undefined {
  const token = found?.replace(/[^\w-]/g, '');
  return token?.length === LINK_TOKEN_LENGTH ? token : undefined;
}
