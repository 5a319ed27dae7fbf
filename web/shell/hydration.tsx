import { type ReactNode, startTransition, useEffect, useLayoutEffect, useState } from 'react';
import { putBackTyped, twinOf } from '#web/ui/typed-fields.ts';
import { Hydrated } from '#web/ui/use-hydrated.ts';

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

const { dataset, style } = document.documentElement;
/** The values before React. */
const written = { ...dataset };
const { cssText } = style;

/**
 * A password manager, a translator or a proxy may change the HTML before React hydrates it. React then creates the whole document anew,
 * without the text typed into the old fields and the attributes that other scripts wrote on `<html>`. Restores both.
 */
function putBack(): void {
  Object.assign(dataset, { ...written, ...dataset });
  style.cssText ||= cssText;
  putBackTyped();
}
