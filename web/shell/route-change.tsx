import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { NOT_ARRIVED, SHELL_WORDS } from '#content/shell.ts';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import { Button } from '#web/ui/button.tsx';
import { internalLinkAt } from '#web/ui/path-to-follow.ts';
import { toast } from '#web/ui/toasts.tsx';
import { notArrived } from './lost-view.tsx';
import {
  awaitPage,
  currentOpening,
  endOpening,
  loadDocument,
  noOpening,
  type Opening,
  onOpening,
  showOpened,
} from './opening.ts';
import { placeNamed } from './place-named.ts';

const OVERLAY_MS = 1_400;

/**
 * Shows the loading overlay for at least 1.4 seconds (docs/product.md, "Loading overlay"). Then scrolls a new page to the top and
 * moves the focus to its heading or to the element of the hash. Does nothing on the first load and when only the query changes.
 */
export function RouteChange() {
  const { pathname, hash } = useLocation();
  const shownFor = useRef(pathname);
  const opening = useSyncExternalStore(onOpening, currentOpening, noOpening);
  const coming = useNavigation().location?.pathname;
  useBusyLink(opening);
  useFailureNotice(opening);

  useLayoutEffect(() => {
    if (shownFor.current === pathname) return;
    shownFor.current = pathname;
    window.scrollTo(0, 0);
    focusHeading(hash);
    showOpened(pathname);
  }, [pathname, hash]);

  // Shows the loading state also after navigations without a click on a link, such as the browser's back button.
  useEffect(() => {
    return coming !== undefined && coming !== pathname ? awaitPage(coming) : undefined;
  }, [coming, pathname]);

  // A page that was left for a new document can come back from the back/forward cache with its loading overlay, which this effect
  // removes.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && endOpening();
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);

  useLayoutEffect(() => {
    if (opening.kind !== 'shown') return;
    const left = OVERLAY_MS - sincePress(opening);
    if (left <= 0) return endOpening();
    const timer = setTimeout(endOpening, left);
    return () => clearTimeout(timer);
  }, [opening]);

  return (
    <div role="status" className="loading-overlay-region">
      {(opening.kind === 'opening' || opening.kind === 'shown') && (
        <div
          key={opening.since}
          className="loading-overlay"
          data-testid="loading-overlay"
          style={opening.kind === 'shown' ? { animationDelay: `${-sincePress(opening)}ms` } : undefined}
          data-shown={opening.kind === 'shown' || undefined}
        >
          <BrandMark rising />
          {opening.kind === 'opening' && <span className="sr-only">{SHELL_WORDS.opening}</span>}
        </div>
      )}
    </div>
  );
}

/** Shows a notification if a page did not load, in place of the browser's own page for a missing connection. */
function useFailureNotice(opening: Opening): void {
  const url = opening.kind === 'failed' ? opening.url : undefined;
  useEffect(() => {
    if (url === undefined) return;
    const said = (why: string, todo: string) => (
      <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {why}
        <Button small onClick={() => loadDocument(url)}>
          {todo}
        </Button>
      </span>
    );
    const duration = Number.POSITIVE_INFINITY;
    const id = toast.error(said(`${NOT_ARRIVED.title} ${notArrived()}`, NOT_ARRIVED.again), { duration });
    const onBack = () => toast.success(said(NOT_ARRIVED.back, NOT_ARRIVED.open), { id, duration });
    window.addEventListener('online', onBack);
    return () => {
      window.removeEventListener('online', onBack);
      toast.dismiss(id);
    };
  }, [url]);
}

/** Marks the clicked link as busy until its page is shown. Uses the DOM, because React does not render links in Markdown. */
function useBusyLink(opening: Opening): void {
  const pressed = useRef<HTMLAnchorElement>(null);
  const path = opening.kind === 'opening' ? opening.path : undefined;

  useEffect(() => {
    const notice = ({ target }: Event) => {
      pressed.current = internalLinkAt(target);
    };
    document.addEventListener('click', notice, { capture: true, passive: true });
    return () => document.removeEventListener('click', notice, { capture: true });
  }, []);

  useLayoutEffect(() => {
    const link = pressed.current;
    if (path === undefined || link?.pathname !== path) return;
    link.setAttribute('aria-busy', 'true');
    return () => link.removeAttribute('aria-busy');
  }, [path]);
}

function sincePress({ since }: { readonly since: number }): number {
  return performance.now() - since;
}

/** Moves the focus to the element that the hash names, or to the first heading. */
export function focusHeading(hash = ''): void {
  const place = placeNamed(hash);
  const headings = [...document.querySelectorAll<HTMLElement>('main h1')];
  const target =
    place ??
    headings.find((heading) => heading.checkVisibility()) ??
    document.querySelector<HTMLElement>('main');
  if (!target) return;
  // Makes a heading focusable. A link or button keeps its place in the tab order.
  if (target.tabIndex < 0) target.tabIndex = -1;
  target.focus({ preventScroll: true });
  place?.scrollIntoView();
}
