import { createContext, use, useRef, useSyncExternalStore } from 'react';

export const Hydrated = createContext(false);

/** False while prerendering and hydrating, true afterwards. */
export function useHydrated(): boolean {
  return use(Hydrated);
}

/** While hydrating, React keeps the prerendered children of an element with these props. */
export const AS_WRITTEN = {
  suppressHydrationWarning: true,
  dangerouslySetInnerHTML: { __html: '' },
} as const;

/** True if React hydrates the prerendered HTML, false if React creates the element itself. */
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
