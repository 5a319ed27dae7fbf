import { useRef, useSyncExternalStore } from 'react';

/**
 * Props of an element whose prerendered children React leaves as they are: during hydration it keeps the children of an
 * element with `dangerouslySetInnerHTML`, whatever its value.
 */
export const AS_WRITTEN = {
  suppressHydrationWarning: true,
  dangerouslySetInnerHTML: { __html: '' },
} as const;

/**
 * Whether React takes the element as the build wrote it. False where it makes the element itself: on a later page, and where
 * something changed the HTML, so that React made the document anew and nothing is left to take.
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
