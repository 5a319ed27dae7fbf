import { useEffect, useRef, useState } from 'react';
import { wholeToken } from '#contract/link-token.ts';

/**
 * The token of the mailed link. Removes it from the address bar, so that it stays out of the history and of referrers.
 *
 * @param onToken called at most once
 * @returns undefined until the page is hydrated: it then has what is shown with a token in `when-link`, and what is shown without
 * in `when-no-link`, of which the style shows one; null for an address without a token, or with a part of one
 */
export function useLinkToken(onToken?: (token: string) => void): string | null | undefined {
  const [token, setToken] = useState<string | null>();
  const read = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once.
  useEffect(() => {
    // In development effects run twice, and the token is gone the second time.
    if (read.current) return;
    read.current = true;
    const address = new URL(window.location.href);
    // A part of one opens nothing: the page says so at once, and what else there is.
    const found = wholeToken(address.searchParams.get('token')) ?? null;
    setToken(found);
    if (found !== null) onToken?.(found);
    address.searchParams.delete('token');
    window.history.replaceState(window.history.state, '', address);
  }, []);
  return token;
}
