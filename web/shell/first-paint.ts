/**
 * What has to be known before the first paint, as one function that runs inline in the document's head: the theme,
 * whether somebody is signed in here (from the cached record), and which view of /auth the address asks for. It
 * only writes attributes and custom properties on `<html>`, which the stylesheet acts on, so the static HTML and
 * React's first render stay the same for everybody. Everything it needs is inside it: its source text is the script.
 */
export function firstPaint(page: Window & typeof globalThis): void {
  const root = page.document.documentElement;
  const kept = (key: string) => {
    try {
      return page.localStorage.getItem(key);
    } catch {
      // Storage is blocked: the page starts signed out and in the system's theme.
      return null;
    }
  };
  const theme = kept('theme');
  const light =
    theme === 'light' || (theme !== 'dark' && page.matchMedia('(prefers-color-scheme: light)').matches);
  root.dataset.theme = light ? 'light' : 'dark';
  // The theme chosen by hand wins over the system in the browser's own bars, too. React does not compare `media`.
  for (const meta of page.document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    meta.media = meta.dataset.for === root.dataset.theme ? 'all' : 'not all';
  try {
    const user = JSON.parse(kept('user') || 'null');
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
    // Storage holds something odd: the page starts signed out.
  }
  const view = new page.URLSearchParams(page.location.search).get('view');
  if (view === 'create' || view === 'reset') root.dataset.authView = view;
  // React does not listen yet: `repeatEarlyClick` repeats the press. Popovers need no script. Enter in a field clicks
  // its form's button, and a form that the browser sent would leave the page.
  page.addEventListener(
    'click',
    (event) => {
      if (page.earlyClick === null) return;
      const button = (event.target as Element).closest<HTMLElement>('button:not([popovertarget])');
      if (button === null) return;
      event.preventDefault();
      page.earlyClick = button;
    },
    true,
  );
}
