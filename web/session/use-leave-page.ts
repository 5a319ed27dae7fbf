import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** A page that does not come, as on a failing line, must not keep anybody's data on the screen. */
const LONGEST_WAIT_MS = 8_000;

/**
 * Goes to another page, for who is about to be forgotten: a page that shows their data would otherwise show its placeholder until
 * the next one is there. Resolves when the page has been left on the screen too, which the router does not wait for, or after 8 seconds.
 */
export function useLeavePage(): (path: string) => Promise<void> {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const onLeft = useRef<() => void>(undefined);
  // The cleanup also runs where the component goes with its page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: ends with the page.
  useEffect(() => () => onLeft.current?.(), [pathname]);

  return (path) =>
    new Promise((resolve) => {
      onLeft.current = resolve;
      setTimeout(resolve, path === pathname ? 0 : LONGEST_WAIT_MS);
      void navigate(path);
    });
}
