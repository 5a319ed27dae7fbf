import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** A page that does not load must not keep a person's data on the screen. */
const LONGEST_WAIT_MS = 8_000;

/**
 * Goes to another page before the person is forgotten: a page with their data would otherwise show its placeholder until the next one
 * loads. Resolves when the screen shows the next page, which the router does not wait for, or after 8 seconds.
 */
export function useLeavePage(): (path: string) => Promise<void> {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const onLeft = useRef<() => void>(undefined);
  // The cleanup also runs when the component is removed with its page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: ends with the page.
  useEffect(() => () => onLeft.current?.(), [pathname]);

  return (path) =>
    new Promise((resolve) => {
      onLeft.current = resolve;
      setTimeout(resolve, path === pathname ? 0 : LONGEST_WAIT_MS);
      void navigate(path);
    });
}

/** Asks whether the page may be left; undefined while there is nothing to lose. */
let guard: (() => Promise<boolean>) | undefined;

/** @returns removes the guard */
export function setLeaveGuard(ask: () => Promise<boolean>): () => void {
  guard = ask;
  return () => {
    if (guard === ask) guard = undefined;
  };
}

/** Await this before anything that ends in another page. */
export async function mayLeave(): Promise<boolean> {
  return guard === undefined || guard();
}
