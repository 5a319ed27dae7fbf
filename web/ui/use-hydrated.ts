import { createContext, use, useRef, useSyncExternalStore } from 'react';

export const Hydrated = createContext(false);

/** False while prerendering and hydrating, true afterwards. */
export function useHydrated(): boolean {
  return use(Hydrated);
}

/**
 * Props of an element whose prerendered children React leaves as they are: during hydration it keeps the children of an
 * element with `dangerouslySetInnerHTML`, whatever its value.
 */
export const AS_WRITTEN = {
  suppressHydrationWarning: true,
  dangerouslySetInnerHTML: { __html: '' },
} as const;

/**
 * True if React adopts the built HTML. False if React makes the element itself: on a later page, and if changed HTML made React create the
 * document anew.
 */
export function useAsWritten(): boolean {
  const isTaken = useRef(false);
  return useSyncExternalStore(
    neverChanges,
    () => isTaken.current,
    () => {
      isTaken.current = true;
      return true;
    },
  );
}

const neverChanges = () => () => {};
