import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False while prerendering and during hydration, true from the first render that may differ from the static HTML. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
