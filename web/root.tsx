import type { ReactNode } from 'react';
import {
  isRouteErrorResponse,
  Links,
  type LinksFunction,
  Meta,
  Outlet,
  Scripts,
  useMatches,
  useRouteError,
} from 'react-router';
import { GROUND_COLOURS } from '#content/colours.ts';
import { PAGES } from '#content/page-paths.ts';
import { BROKEN, NOT_ARRIVED } from '#content/shell.ts';
import { SITE_LANGUAGE } from '#contract/language.ts';
import { DISCOVERY } from '#contract/paths.ts';
import { SCRIPT_START } from '#contract/script-start.ts';
import { useUsageCounting } from '#features/accounts/web/usage/use-usage-counting.ts';
import { NotArrivedView, NotFoundView } from '#web/shell/lost-view.tsx';
import { usePagePath } from '#web/shell/page-address.ts';
import { BrokenView, isLineFault } from './shell/broken-view.tsx';
import { firstPaint } from './shell/first-paint.ts';
import { Frame } from './shell/frame.tsx';
import { modulesAfterPaint } from './shell/modules-after-paint.ts';
import { fontPreloads, pageMeta } from './shell/page-meta.ts';
import { useThemeFollowing } from './shell/theme.ts';
import { AFTER_PAINT } from './slots/after-paint.ts';
import stylesheet from './styles/app.css?url';
import displayFont from './styles/fonts/bricolage-grotesque-latin.woff2?url';
import textFont from './styles/fonts/inter-latin.woff2?url';
import pagesStylesheet from './styles/pages.css?url';
import { Parts } from './ui/parts.tsx';
import { allowInertMarkup } from './ui/trusted-types.ts';

// The development server would create the policy twice, so only built pages require Trusted Types.
if (import.meta.env.PROD) allowInertMarkup();

export function meta({ error }: { readonly error?: unknown }) {
  const title = isLineFault(error) ? NOT_ARRIVED.title : BROKEN.title;
  return pageMeta({ title, description: BROKEN.text, noindex: true });
}

/** Inline scripts of features that run before everything else. Only the server build needs their source text. */
const FIRST_SCRIPTS = import.meta.env.SSR
  ? Object.values(
      import.meta.glob<() => string>('/features/*/web/slots/first-script.ts', {
        eager: true,
        import: 'default',
      }),
    )
  : [];

export const links: LinksFunction = () => [
  ...fontPreloads([displayFont, textFont]),
  // The icon for browsers that do not support SVG icons.
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', type: 'image/svg+xml', href: '/favicon.svg' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: DISCOVERY.manifest },
];

/**
 * The first script of the document. The parts of features run first, so that an error reporter also sees errors in the
 * rest.
 */
function firstScript(): string {
  return `${FIRST_SCRIPTS.map((textOf) => textOf()).join('')}(${firstPaint.toString()})(window);(${modulesAfterPaint.toString()})(window,${JSON.stringify(SCRIPT_START)})`;
}

/** Public settings from scripts/dev.ts in development; in production the server writes them into the page. */
function devSettings(): string {
  return import.meta.env.DEV && import.meta.env.SSR ? import.meta.env.VITE_PUBLIC_SETTINGS : '';
}

/** The HTML document around every page, including the error page. */
export function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang={SITE_LANGUAGE} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* shell/first-paint.ts and shell/theme.ts change the `media` of these tags when a theme is chosen. */}
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

/** The links to the stylesheets. With `precedence`, React keeps their order, removes none, and waits for a page's stylesheet. */
function Styles() {
  const path = usePagePath();
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

/** The page inside a sign-in provider's popup, without header and footer (features/social-sign-in/web/callback.tsx). */
function BarePage() {
  useThemeFollowing();
  return <Outlet />;
}

function FramedPage() {
  useUsageCounting();
  return (
    <>
      <Frame>
        <Outlet />
      </Frame>
      <Parts of={AFTER_PAINT} />
    </>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const isNotFound = isRouteErrorResponse(error) && error.status === 404;
  if (!isNotFound && !isLineFault(error)) return <BrokenView />;
  return <Frame>{isNotFound ? <NotFoundView /> : <NotArrivedView />}</Frame>;
}
