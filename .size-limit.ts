import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SizeLimitConfig } from 'size-limit';

/**
 * Budgets for the compressed sizes of all files that a page loads on a first visit until it is idle. All pages share one budget. A
 * page that needs more has its own budget, with the reason in a comment. Each budget is 0.1 kB above the measured size, because the
 * hashes in file names change sizes by some 40 bytes.
 */
const BUDGETS = {
  script: '121.0 kB',
  scriptOf: {
    // The home page also loads the sample conversation and the launch-list field with its privacy notice.
    '/': '119.6 kB',
    '/home': '119.6 kB',
    /** The coming-soon page also loads the sample conversation and the launch-list field. */
    '/coming-soon': '121.5 kB',
    // The pricing page also loads the plans and their prices.
    '/pricing': '123.2 kB',
    // The story page has ten chapters of text.
    '/story': '122.8 kB',
    // The privacy page has a long text, and the switch that stops counting visits.
    '/privacy': '126.4 kB',
    // Pages with a message form also load the form library and the privacy notice.
    '/contact': '134.3 kB',
    '/feedback': '133.4 kB',
    /** The page for requests about personal data has two forms. */
    '/your-data': '122.0 kB',
    // The terms page has a long text.
    '/terms': '121.6 kB',
    // The sign-in page also loads forms that call the account API, the particle animation, the privacy notice, a sign-in for
    // people who confirmed their address in another browser, and what to do without one's mailbox.
    '/auth': '135.0 kB',
    // The verification page can sign the visitor in with the password that is chosen there.
    '/auth/verify': '127.1 kB',
    // The password-reset page has the field for a two-step code.
    '/auth/reset': '127.1 kB',
    '/auth/not-me': '126.7 kB',
    // The security page has a section for each way to sign in, and dialogs that ask before a removal or a loss of codes.
    '/profile/security': '136.7 kB',
    // The “Your data” page has tables of all data that is kept, and every privacy notice.
    '/profile/data': '135.3 kB',
    // The profile page has its form, the list of details, character counts and the messages for a failed save.
    '/profile': '130.9 kB',
    '/auth/address': '126.0 kB',
  } as Readonly<Record<string, string>>,
  // 0.35 kB of this is for placeholder heights of content that phones lay out late (`content-visibility`), and for CSS variables of
  // the drawings' colours, which a fork can change.
  style: '13.2 kB',
  /** The stylesheet of every page except `/`. */
  pagesStyle: '5.3 kB',
  fonts: '28.5 kB',
  /** The limit for each font file of rare characters. Only pages with such characters load these files. */
  moreFont: '14 kB',
  /**
   * The script that counts visits, loaded when the page is idle (docs/decisions/0021-page-views-are-daily-sums-and-sketches.md).
   */
  reporter: '2.7 kB',
  /** The Hindi font, loaded when the sample conversation is visible, and for posts with Hindi letters. */
  hindiFont: '18 kB',
  /** The HTML of the home page. With scripts, style and fonts it stays within 176 kB (docs/decisions/0055). */
  homeDocument: '15.7 kB',
};

const SITE = 'build/site/client';
const assets = readdirSync(join(SITE, 'assets'));

/** Returns all built files whose names match a pattern. The names contain a hash. */
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

/** The router's manifest lists the files of each route. The browser loads it too, so its size counts. */
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
