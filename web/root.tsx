import type { ReactNode } from 'react';
import {
  isRouteErrorResponse,
  Links,
  type LinksFunction,
  Meta,
  Outlet,
  Scripts,
  useLocation,
  useMatches,
  useRouteError,
} from 'react-router';
import { GROUND_COLOURS } from '#content/colours.ts';
import { ALERTS } from '#content/guard.ts';
import { BROKEN } from '#content/shell.ts';
import { CLIENT_ERROR_LIMITS } from '#contract/limits.ts';
import { CLIENT_ERRORS, DISCOVERY, PAGES } from '#contract/paths.ts';
import { SCRIPT_START } from '#contract/script-start.ts';
import { useUsageCounting } from './account/usage/use-usage.ts';
import { useVisitCounting } from './features/analytics/use-visit-counting.ts';
import { watchErrors } from './features/errors/watch-errors.ts';
import { useDevtoolsGuard } from './features/guard/use-devtools-guard.ts';
import { BrokenView } from './shell/broken-view.tsx';
import { firstPaint } from './shell/first-paint.ts';
import { Frame } from './shell/frame.tsx';
import { modulesAfterPaint } from './shell/modules-after-paint.ts';
import { NotFoundView } from './shell/not-found-view.tsx';
import { pageMeta } from './shell/page-meta.ts';
import { useThemeFollowing } from './shell/theme.ts';
import stylesheet from './styles/app.css?url';
import displayFont from './styles/fonts/bricolage-grotesque-latin.woff2?url';
import textFont from './styles/fonts/inter-latin.woff2?url';
import pagesStylesheet from './styles/pages.css?url';
import { allowInertMarkup } from './ui/inert-markup.ts';

// Only built pages carry a policy that asks for it, and the development server runs this file more than once.
if (import.meta.env.PROD) allowInertMarkup();

/** Every page has a title of its own; this one is for a page that broke before it could give one. */
export function meta() {
  return pageMeta({ title: BROKEN.title, description: BROKEN.text, noindex: true });
}

export const links: LinksFunction = () => [
  ...[displayFont, textFont].map((href) => ({
    rel: 'preload',
    as: 'font' as const,
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
    // After the styles, without which nothing is painted: over HTTP/1.1 the first request gets the open connection.
    fetchPriority: 'low' as const,
    href,
  })),
  // Browsers that read SVG take the second; the others, and whoever asks for nothing else, the first.
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', type: 'image/svg+xml', href: '/favicon.svg' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: DISCOVERY.manifest },
];

/** The watch of errors first, so that an error in what follows is seen too. */
function firstScript(): string {
  return `${startErrorWatch()}(${firstPaint.toString()})(window);(${modulesAfterPaint.toString()})(window,${JSON.stringify(SCRIPT_START)})`;
}

function startErrorWatch(): string {
  const { reports, ...longest } = CLIENT_ERROR_LIMITS;
  const watch = { sentence: ALERTS.windowError, endpoint: CLIENT_ERRORS, reports, longest };
  return `(${watchErrors.toString()})(window,${JSON.stringify(watch)});`;
}

/** The development server's pages pass no server that could write settings into them; scripts/dev.mjs hands them over. */
function devSettings(): string {
  return import.meta.env.DEV && import.meta.env.SSR ? import.meta.env.VITE_PUBLIC_SETTINGS : '';
}

/** The document around every page, the error fallback included. */
export function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Until the first paint says which theme was chosen, see shell/theme.ts. */}
        <meta
          name="theme-color"
          data-for="light"
          media="(prefers-color-scheme: light)"
          content={GROUND_COLOURS.light}
        />
        <meta
          name="theme-color"
          data-for="dark"
          media="(prefers-color-scheme: dark)"
          content={GROUND_COLOURS.dark}
        />
        {/* First of all, before anything is painted. The browser never runs React's copy, so it gets an empty one. */}
        <script
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own function's source text.
          dangerouslySetInnerHTML={{
            __html: import.meta.env.SSR ? firstScript() : '',
          }}
        />
        <Meta />
        <Links />
        <Styles />
        <script
          type="application/json"
          id="public-settings"
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server writes the settings here, see api/public-settings.ts.
          dangerouslySetInnerHTML={{ __html: devSettings() || '{}' }}
        />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  );
}

/**
 * With a `precedence` React keeps the order of the two, and shows the page that a link leads to when its style is there:
 * nobody sees a page without its style. Nor is one taken away again.
 */
function Styles() {
  // While a page is built its path ends with a slash.
  const path = useLocation().pathname.replace(/\/$/, '') || PAGES.home;
  const isHome = path === PAGES.home || path === PAGES.homeAlias;
  return (
    <>
      <link rel="stylesheet" href={stylesheet} precedence="site" />
      {!isHome && <link rel="stylesheet" href={pagesStylesheet} precedence="pages" />}
    </>
  );
}

export default function Root() {
  const isBare = useMatches().some(({ handle }) => (handle as { bare?: boolean } | undefined)?.bare);
  return isBare ? <BarePage /> : <FramedPage />;
}

/** A sign-in window, see account/social/callback.tsx. */
function BarePage() {
  useThemeFollowing();
  return <Outlet />;
}

function FramedPage() {
  useUsageCounting();
  useVisitCounting();
  useDevtoolsGuard();
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <Frame>
        <NotFoundView />
      </Frame>
    );
  }
  return <BrokenView />;
}
