import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SizeLimitConfig } from 'size-limit';

/**
 * What a first visit of a page may load before it is idle, compressed as it is sent. Each page of the built site is held to
 * the same budget, a new one too; where a page needs more for a reason, the reason stands beside its figure.
 */
const BUDGETS = {
  script: '120.5 kB',
  // Some rose by up to 0.9 kB when layout became utilities, and colours attributes of the drawings; their style shrank by 4 kB. Those
  // with forms rose by up to 0.5 kB with the parts that all forms share; their style shrank by 0.4 kB.
  scriptOf: {
    // With the sketched conversation, and the field for the launch list with its notice.
    '/': '119.1 kB',
    '/home': '119.1 kB',
    // The sketched conversation and the field for the launch list.
    '/coming-soon': '121.2 kB',
    // The plans and their prices.
    '/pricing': '122.4 kB',
    // Ten chapters, each with words of its own.
    '/story': '122.6 kB',
    // Its text, and the switch for people who object to being counted.
    '/privacy': '125.4 kB',
    // The form library, and the notice.
    '/contact': '132.6 kB',
    '/feedback': '131.8 kB',
    // Its text.
    '/terms': '120.9 kB',
    // Forms that talk to the accounts, with particles, the notice and what to do after confirming elsewhere.
    '/auth': '133.2 kB',
    // Signing in with the password that was just chosen: 0.35 kB.
    '/auth/verify': '125.2 kB',
    // The field for a code.
    '/auth/reset': '125.1 kB',
    '/auth/not-me': '124.7 kB',
    // A part for each way to sign in.
    '/profile/security': '133.3 kB',
    // The tables of all that is kept, and each notice.
    '/profile/data': '133.8 kB',
    // The form, what it counts and what a failed save says.
    '/profile': '129.6 kB',
    '/auth/address': '123.9 kB',
  } as Readonly<Record<string, string>>,
  // With the heights of what a phone lays out later. With the names of the colours of its drawings, which a fork changes in one place: 0.35 kB.
  style: '13.1 kB',
  /** Of every page but `/`. */
  pagesStyle: '5.1 kB',
  /** The two that every page loads. */
  fonts: '28.5 kB',
  /** Each of those that only pages with rarer signs load. */
  moreFont: '14 kB',
  /** What counts visits, once the page is idle (docs/decisions/0021-page-views-are-sums-and-sketches.md). */
  reporter: '2.7 kB',
  /** When the sketched conversation comes into view; and of posts that have some. */
  hindiFont: '18 kB',
  /** With scripts, style and fonts within 176 kB (docs/decisions/0055). */
  homeDocument: '15.5 kB',
};

const SITE = 'build/site/client';
const assets = readdirSync(join(SITE, 'assets'));

/** All files of one kind by their names without the hash. */
function named(pattern: RegExp): string[] {
  return assets.filter((name) => pattern.test(name)).map((name) => join(SITE, 'assets', name));
}

type Route = {
  readonly id: string;
  readonly parentId?: string;
  readonly path?: string;
  readonly module: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
};
type Manifest = { readonly entry: Omit<Route, 'id'>; readonly routes: Readonly<Record<string, Route>> };

/** The router's own list of what each route loads, which it also sends to the browser. */
const [manifestFile = ''] = named(/^manifest-[0-9a-f]+\.js$/);
const manifest: Manifest = JSON.parse(
  readFileSync(manifestFile, 'utf8').replace('window.__reactRouterManifest=', '').replace(/;$/, ''),
);

function scriptsOf(route: Route): string[] {
  const root = manifest.routes.root;
  const parts = [manifest.entry, ...(root ? [root] : []), route];
  const paths = parts.flatMap(({ module, imports = [] }) => [module, ...imports]);
  return [manifestFile, ...[...new Set(paths)].map((path) => join(SITE, path))].map((file) => `${file}.br`);
}

const pages = Object.values(manifest.routes).filter(
  ({ id, path }) => id !== 'root' && !path?.endsWith('.xml'),
);

export default [
  ...pages.map((route) => {
    const path = `/${route.path ?? ''}`;
    return {
      name: `Scripts of ${path}`,
      path: scriptsOf(route),
      brotli: false,
      limit: BUDGETS.scriptOf[path] ?? BUDGETS.script,
    };
  }),
  { name: 'Document of /', path: join(SITE, 'index.html'), brotli: true, limit: BUDGETS.homeDocument },
  { name: 'Style of every page', path: named(/^app-.*\.css\.br$/), brotli: false, limit: BUDGETS.style },
  {
    name: 'Style of the pages below /',
    path: named(/^pages-.*\.css\.br$/),
    brotli: false,
    limit: BUDGETS.pagesStyle,
  },
  {
    name: 'Counting of visits',
    path: named(/^report-visit-.*\.js\.br$/),
    brotli: false,
    limit: BUDGETS.reporter,
  },
  { name: 'Fonts of every page', path: named(/-latin-.*\.woff2$/), brotli: false, limit: BUDGETS.fonts },
  ...named(/-(?:more|rupee)-.*\.woff2$/).map((font) => ({
    name: font,
    path: font,
    brotli: false,
    limit: BUDGETS.moreFont,
  })),
  ...named(/^noto-sans-devanagari-.*\.woff2$/).map((font) => ({
    name: `Hindi letters ${font.includes('posts') ? 'of the posts' : 'of the sketch'}`,
    path: font,
    brotli: false,
    limit: BUDGETS.hindiFont,
  })),
] satisfies SizeLimitConfig;
