import { useEffect, useRef, useState } from 'react';

/**
 * The token of the mailed link that opened this page. It is taken out of the address bar at once, so that it does
 * not stay in the history or travel in a referrer, and lives on in memory only.
 *
 * @returns undefined until the page is hydrated; null for an address without a token
 */
export function useLinkToken(): string | null | undefined {
  const [token, setToken] = useState<string | null>();
  const read = useRef(false);
  useEffect(() => {
    // Effects run twice in development; the second time the address is already clean.
    if (read.current) return;
    read.current = true;
    const address = new URL(window.location.href);
    setToken(address.searchParams.get('token'));
    address.searchParams.delete('token');
    window.history.replaceState(window.history.state, '', address);
  }, []);
  return token;
}
