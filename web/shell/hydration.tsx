import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { Hydrated } from '#web/ui/use-hydrated.ts';

declare global {
  interface Window {
    /** The button pressed last before hydration, kept by `first-paint.ts`; null from hydration on. */
    earlyClick?: HTMLElement | null;
  }
}

/**
 * Tells `useHydrated` when the page is hydrated, in a transition, so that the browser may rest in between, and then repeats the
 * last press from before.
 */
export function Hydration({ children }: { readonly children: ReactNode }) {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => {
    if (!hydrated) return startTransition(() => setHydrated(true));
    const pressed = window.earlyClick;
    window.earlyClick = null;
    pressed?.click();
  }, [hydrated]);
  return <Hydrated value={hydrated}>{children}</Hydrated>;
}
