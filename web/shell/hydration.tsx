import { type ReactNode, startTransition, useEffect, useLayoutEffect, useState } from 'react';
import { twinOf } from '#web/ui/typed-fields.ts';
import { Hydrated } from '#web/ui/use-hydrated.ts';
import { putBack } from './recovery.ts';

/**
 * Tells `useHydrated` when the page is hydrated, in a transition, so that the browser may rest in between, and then repeats the
 * last press from before.
 */
export function Hydration({ children }: { readonly children: ReactNode }) {
  const [hydrated, setHydrated] = useState(false);
  useLayoutEffect(putBack, []);
  useEffect(() => {
    if (!hydrated) return startTransition(() => setHydrated(true));
    const pressed = window.earlyClick;
    window.earlyClick = null;
    if (pressed) twinOf(pressed)?.click();
  }, [hydrated]);
  return <Hydrated value={hydrated}>{children}</Hydrated>;
}
