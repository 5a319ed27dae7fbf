import { type ReactNode, startTransition, useEffect, useLayoutEffect, useState } from 'react';
import { putBackTyped, twinOf } from '#web/ui/typed-fields.ts';
import { Hydrated } from '#web/ui/use-hydrated.ts';

/**
 * Makes `useHydrated` true once the page is hydrated. This is a transition, so that the browser can do other work in between. Then
 * repeats the last click from before hydration.
 */
export function Hydration({ children }: { readonly children: ReactNode }) {
  const [hydrated, setHydrated] = useState(false);
  useLayoutEffect(putBack, []);
  useEffect(() => {
    if (!hydrated) return startTransition(() => setHydrated(true));
    const pressed = window.earlyClick;
    window.earlyClick = null;
    pressed?.removeAttribute('aria-busy');
    if (pressed) twinOf(pressed)?.click();
  }, [hydrated]);
  return <Hydrated value={hydrated}>{children}</Hydrated>;
}

const { dataset, style } = document.documentElement;
/** The attributes of `<html>` that inline scripts set before React started. */
const written = { ...dataset };
const { cssText } = style;

/**
 * A password manager, a translator or a proxy may change the HTML before React hydrates it. React then creates the whole document
 * again and loses typed text and the attributes of `<html>`. This function restores them.
 */
function putBack(): void {
  Object.assign(dataset, { ...written, ...dataset });
  style.cssText ||= cssText;
  putBackTyped();
}
