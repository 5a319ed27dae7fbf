import { parse } from 'hono/utils/cookie';
import type { Secrets } from './keyed-hash.ts';
import { openSignedCookie } from './signed-cookie.ts';

/** Headers that are remembered, and the longest of them in characters: some megabytes at the very most. */
const MOST_KEPT = 5_000;
const LONGEST_KEPT = 1_024;

/**
 * Reads the session's token out of a `Cookie` header; `undefined` unless a known secret signed it. A header that held a
 * right one is remembered, since a browser sends it with each request: to take it apart and sign it once more takes
 * longer than everything else that finds a caller.
 */
export function createTokenReader(
  secrets: Secrets,
  cookieName: string,
): (header: string | undefined) => string | undefined {
  const kept = new Map<string, string>();
  return (header) => {
    if (header === undefined) return undefined;
    const known = kept.get(header);
    if (known !== undefined) return known;
    const token = openSignedCookie(secrets, parse(header, cookieName)[cookieName]);
    if (token === undefined || header.length > LONGEST_KEPT) return token;
    const [oldest] = kept.keys();
    if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    kept.set(header, token);
    return token;
  };
}
