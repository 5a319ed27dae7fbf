import { createContext, use, useRef, useSyncExternalStore } from 'react';

export const Hydrated = createContext(false);

/** False while prerendering and hydrating, true afterwards. */
export function useHydrated(): boolean {
  return use(Hydrated);
}

/**
 * Props for an element whose prerendered children React must not change. While hydrating, React keeps the children of an element
 * with `dangerouslySetInnerHTML`, even if its value differs.
 */
export const AS_WRITTEN = {
  suppressHydrationWarning: true,
  dangerouslySetInnerHTML: { __html: '' },
} as const;

/**
 * True if React hydrates the prerendered HTML. False if React creates the element itself: on a later page, or after changed HTML
 * made React create the whole document again.
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
