import { createContext, use, useRef, useSyncExternalStore } from 'react';

export const Hydrated = createContext(false);

/** Whether the page is hydrated: false while prerendering and hydrating, true afterwards. */
export function useHydrated(): boolean {
  return use(Hydrated);
}

/** Props for an element whose prerendered children React must keep while hydrating. */
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
