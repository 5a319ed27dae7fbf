import { type ReactNode, startTransition, useEffect, useLayoutEffect, useState } from 'react';
import { putBackTyped, twinOf } from '#web/ui/typed-fields.ts';
import { Hydrated } from '#web/ui/use-hydrated.ts';

/** Makes `useHydrated` true without blocking the browser (`startTransition`). Then repeats the last click before hydration. */
export function Hydration({ children }: { readonly children: ReactNode }) {
  const [hydrated, setHydrated] = useState(false);
  useLayoutEffect(putBack, []);
  useEffect(() => {
    window.isHydrated = true;
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

/** Restores typed text and attributes of `<html>` if React has created the whole document again, because the HTML was changed. */
function putBack(): void {
  Object.assign(dataset, { ...written, ...dataset });
  style.cssText ||= cssText;
  putBackTyped();
}
