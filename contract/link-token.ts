import { LINK_TOKEN_LENGTH } from './limits.ts';

/** The token of a mailed link without characters that mail programs add. Undefined if it is missing or incomplete. */
export function wholeToken(found: string | null | undefined): string | undefined {
  const token = found?.replace(/[^\w-]/g, '');
  return token?.length === LINK_TOKEN_LENGTH ? token : undefined;
}
