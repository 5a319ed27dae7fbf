import type { StorageKey } from '#content/browser-register.ts';

declare global {
  interface Window {
    /** Shows the light or the dark theme, or for any other value the system's theme. */
    showTheme(choice: string | null | undefined): void;
    /** The fields in which somebody typed, the most recent last. Undefined if `first-paint.ts` could not run. */
    typed?: Set<EventTarget | null>;
    /** True once React has hydrated the document, and may see every event. */
    isHydrated?: boolean;
    /** The button clicked last before hydration; null once the page is hydrated and `useHydrated` is true. */
    earlyClick?: HTMLButtonElement | null | undefined;
  }
}

/**
 * Sets attributes and custom properties of `<html>` before the first paint: the theme, the cached user, the view of /auth, and
 * whether the URL has a complete mailed token. The stylesheet reads them, so the static HTML and React's first render are the same
 * for everybody. The function's source text runs inline in the document's head, so it must not refer to anything outside itself.
 */
export function firstPaint(page: Window & typeof globalThis): void {
  const root = page.document.documentElement;
  const kept = (key: StorageKey, area: 'localStorage' | 'sessionStorage' = 'localStorage') => {
    try {
      return page[area].getItem(key);
    } catch {
      return null;
    }
  };
  page.showTheme = (choice) => {
    const [own, other] = page.matchMedia('(prefers-color-scheme: light)').matches
      ? ['light', 'dark']
      : ['dark', 'light'];
    const theme = choice === 'light' || choice === 'dark' ? choice : 'system';
    root.dataset.theme = theme === 'system' ? own : theme;
    root.dataset.themeChoice = theme;
    // The theme switch first offers the theme that differs from the system's, so that the first click has an effect.
    root.dataset.themeNext = theme === 'system' ? other : theme === other ? own : 'system';
    // Applies the theme to the browser's own bars. `media` may change before hydration, because React does not compare it.
    for (const meta of page.document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
      meta.media = meta.dataset.for === root.dataset.theme ? 'all' : 'not all';
  };
  page.showTheme(kept('theme'));
  // A reload, a step in the history and a link to an anchor need the real heights of all sections (below.css).
  const [load] = page.performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (page.location.hash || load?.type !== 'navigate') root.dataset.whole = '';
  try {
    const user = JSON.parse(kept('user') || kept('user', 'sessionStorage') || 'null');
    if (user && typeof user.id === 'string' && typeof user.name === 'string') {
      const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&').replace(/[\n\r\f\0]/g, ' ')}"`;
      root.dataset.account = 'in';
      root.style.setProperty('--account-name', quoted(user.name));
      root.style.setProperty(
        '--account-initial',
        quoted((Array.from((user.name as string).trim())[0] ?? '?').toUpperCase()),
      );
    }
  } catch {
    // A cached user that is not valid JSON is ignored.
  }
  const search = new page.URLSearchParams(page.location.search);
  const view = search.get('view');
  if (view === 'create' || view === 'reset' || view === 'inbox') root.dataset.authView = view;
  // A token is complete by the same rule as in `contract/link-token.ts`.
  const token: unknown = search.get('token') ?? page.history.state?.mailedToken;
  if (String(token).replace(/[^\w-]/g, '').length !== 43) root.dataset.link = 'none';
  if (search.get('next') === '/profile') root.dataset.authNext = 'profile';
  const typed = new Set<EventTarget | null>();
  page.typed = typed;
  page.addEventListener(
    'input',
    ({ target }) => {
      typed.delete(target);
      typed.add(target);
    },
    true,
  );
  // Hides presses and typing from React until the document is hydrated: they would make React hydrate everything at once and
  // respond late. Controls work without React and keep what they were set to.
  const presses = ['pointerdown', 'touchstart', 'pointerup', 'touchend', 'mousedown', 'mouseup', 'click'];
  for (const type of [...presses, 'keydown', 'keypress', 'keyup', 'input', 'change'])
    page.addEventListener(type, (event) => page.isHydrated || event.stopPropagation(), true);
  // Stops clicks of buttons before hydration; `hydration.tsx` repeats the last one. Enter in a field is also such a click. Buttons of
  // popovers need no script. Without `stopPropagation` a click could count twice, because React handles clicks before its effects
  // have run. If the modules do not load, the browser submits the form.
  let hasGivenUp = false;
  const patienceMs = 8_000;
  const giveUp = () => {
    const pressed = page.earlyClick;
    pressed?.removeAttribute('aria-busy');
    hasGivenUp = true;
    if (pressed?.type !== 'submit') return;
    page.earlyClick = undefined;
    pressed.click();
  };
  page.addEventListener(
    'click',
    (event) => {
      if (page.earlyClick === null || hasGivenUp) return;
      const button = (event.target as Element).closest('button');
      if (button === null || button.popoverTargetElement) return;
      event.stopPropagation();
      event.preventDefault();
      if (page.earlyClick === undefined) setTimeout(giveUp, patienceMs);
      page.earlyClick?.removeAttribute('aria-busy');
      button.setAttribute('aria-busy', 'true');
      page.earlyClick = button;
    },
    true,
  );
}
