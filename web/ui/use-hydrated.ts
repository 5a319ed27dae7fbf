import { createContext, use } from 'react';

/** See `shell/hydration.tsx`. */
export const Hydrated = createContext(false);

/** False while prerendering and hydrating, true afterwards. */
export function useHydrated(): boolean {
  return use(Hydrated);
}
