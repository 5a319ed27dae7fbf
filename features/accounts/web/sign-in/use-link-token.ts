import { useEffect, useRef, useState } from 'react';
import { wholeToken } from '#contract/link-token.ts';

/**
 * The token of the mailed link. Removes it from the address bar, so that it stays out of the history and of referrers.
 *
 * @param onToken called at most once
 * @returns undefined until hydration, when the HTML has the content for a token in `when-link` and for none in `when-no-link`, and the
 *   style shows one; null for a missing or incomplete token
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
    // An incomplete token opens nothing: the page says so at once and offers a way on.
    const found = wholeToken(address.searchParams.get('token')) ?? null;
    setToken(found);
    if (found !== null) onToken?.(found);
    address.searchParams.delete('token');
    window.history.replaceState(window.history.state, '', address);
  }, []);
  return token;
}
