import { useEffect, useRef, useState } from 'react';
import { wholeToken } from '#contract/link-token.ts';

/**
 * The token of a mailed link. Moves it from the URL to the state of the history entry, so that it is in no referrer and the page
 * still has it after a reload or a step back.
 * @param onToken called at most once
 * @returns null if the token is missing or incomplete; undefined until hydration. Until then CSS shows the elements with the class
 * `when-link` or those with `when-no-link`
 */
export function useLinkToken(onToken?: (token: string) => void): string | null | undefined {
  const [token, setToken] = useState<string | null>();
  const read = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once.
  useEffect(() => {
    // In development React runs effects twice, and the token is gone in the second run.
    if (read.current) return;
    read.current = true;
    const address = new URL(window.location.href);
    // An incomplete token cannot work, so the page shows an error without asking the server.
    const { state } = window.history;
    const found = wholeToken(address.searchParams.get('token') ?? state?.mailedToken) ?? null;
    setToken(found);
    if (found !== null) onToken?.(found);
    address.searchParams.delete('token');
    window.history.replaceState(state, '', address);
  }, []);
  useEffect(() => {
    if (!token) return;
    const keep = () => window.history.replaceState({ ...window.history.state, mailedToken: token }, '');
    keep();
    // The skip link makes a history entry without a state, so the token is stored again.
    window.onhashchange = keep;
    return () => {
      window.onhashchange = null;
    };
  }, [token]);
  return token;
}
