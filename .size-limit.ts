import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SizeLimitConfig } from 'size-limit';

/**
 * What a first visit of a page may load before it is idle, compressed as it is sent. Each page of the built site is held to
 * the same budget, a new one too; where a page needs more for a reason, the reason stands beside its figure.
 */
const BUDGETS = {
  script: '120 kB',
  scriptOf: {
    '/': '117 kB',
    // Ten chapters, each with words of its own.
    '/story': '120.5 kB',
    // The form library.
    '/contact': '128 kB',
    '/feedback': '128 kB',
    // Forms that talk to the accounts.
    '/auth': '125 kB',
    '/profile': '124 kB',
  } as Readonly<Record<string, string>>,
  style: '10.8 kB',
  /** Of every page but `/`. */
  pagesStyle: '8.4 kB',
  /** The two that every page loads. */
  fonts: '28.5 kB',
  /** Each of those that only pages with rarer signs load. */
  moreFont: '14 kB',
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
  { name: 'Style of every page', path: named(/^app-.*\.css\.br$/), brotli: false, limit: BUDGETS.style },
  {
    name: 'Style of the pages below /',
    path: named(/^pages-.*\.css\.br$/),
    brotli: false,
    limit: BUDGETS.pagesStyle,
  },
  { name: 'Fonts of every page', path: named(/-latin-.*\.woff2$/), brotli: false, limit: BUDGETS.fonts },
  ...named(/-(?:more|rupee)-.*\.woff2$/).map((font) => ({
    name: font,
    path: font,
    brotli: false,
    limit: BUDGETS.moreFont,
  })),
] satisfies SizeLimitConfig;
