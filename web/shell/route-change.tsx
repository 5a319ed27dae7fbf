import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { SHELL_WORDS } from '#content/shell.ts';
import { BrandMark } from '#web/ui/brand-mark.tsx';

const OVERLAY_MS = 1_400;

/**
 * What happens on each client-side route change (spec §2, decisions §8): the page scrolls to the top, the focus
 * moves to the new heading, and the loading overlay shows over the content that is already there. The overlay
 * lets the pointer and the keyboard through. Nothing happens on the first load, nor when only the query changes.
 */
export function RouteChange() {
  const { pathname } = useLocation();
  const shownFor = useRef(pathname);
  const [opening, setOpening] = useState(0);

  useLayoutEffect(() => {
    if (shownFor.current === pathname) return;
    shownFor.current = pathname;
    window.scrollTo(0, 0);
    focusHeading();
    setOpening((count) => count + 1);
  }, [pathname]);

  useEffect(() => {
    if (opening === 0) return;
    const timer = setTimeout(() => setOpening(0), OVERLAY_MS);
    return () => clearTimeout(timer);
  }, [opening]);

  return (
    <div role="status" className="loading-overlay-region">
      {opening > 0 && (
        <div key={opening} className="loading-overlay" data-testid="loading-overlay">
          <BrandMark rising />
          <span className="unseen">{SHELL_WORDS.opening}</span>
        </div>
      )}
    </div>
  );
}

function focusHeading(): void {
  const headings = [...document.querySelectorAll<HTMLElement>('main h1')];
  const target =
    headings.find((heading) => heading.checkVisibility()) ?? document.querySelector<HTMLElement>('main');
  if (!target) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
