import { PAGES } from '#content/page-paths.ts';
import pagesStylesheet from '#web/styles/pages.css?url';

type Route = {
  readonly path?: string;
  readonly index?: boolean;
  readonly module: string;
  readonly imports?: readonly string[];
  readonly hasLoader?: boolean;
};

declare global {
  interface Window {
    /** The router's list of routes and their files. `.size-limit.ts` reads it too. */
    __reactRouterManifest?: { readonly routes: Readonly<Record<string, Route>> };
  }
}

const fetches = new Map<string, Promise<void>>();

export function partsOf(page: string, routes: readonly Route[]): readonly string[] {
  const path = page.replace(/^\/|\/$/g, '');
  const route =
    routes.find((one) => (path === '' ? one.index : one.path === path)) ??
    routes.find((one) => one.path === '*');
  if (route === undefined) return [];
  return [
    route.module,
    ...(route.imports ?? []),
    ...(route.index || `/${path}` === PAGES.homeAlias ? [] : [pagesStylesheet]),
    ...(route.hasLoader ? [`/${path}.data`] : []),
  ];
}

/**
 * Fetches the missing files of a page into the browser's cache. Uses no `import`, because the router reloads the document when an
 * import fails (docs/decisions/0066).
 */
export async function fetchPage(page: string): Promise<void> {
  await Promise.all(partsOfThisSite(page).map(fetchOnce));
}

/** Call this for the first page, whose files were loaded with the document. */
export function knowPage(page: string): void {
  for (const part of partsOfThisSite(page)) if (isKept(part)) fetches.set(part, Promise.resolve());
}

/** True for a page of the router. False for a file and for a page that the server renders. */
export function hasRoute(page: string): boolean {
  return !page.includes('.') && allRoutes().some(({ path = '' }) => page === `/${path}`);
}

function allRoutes(): readonly Route[] {
  return Object.values(window.__reactRouterManifest?.routes ?? {});
}

function partsOfThisSite(page: string): readonly string[] {
  return partsOf(page, allRoutes());
}

function fetchOnce(part: string): Promise<void> {
  const known = fetches.get(part);
  if (known) return known;
  const started = fetchWhole(part);
  fetches.set(part, started);
  const forget = () => fetches.delete(part);
  started.then(isKept(part) ? undefined : forget, forget);
  return started;
}

async function fetchWhole(part: string): Promise<void> {
  const answer = await fetch(part);
  if (!answer.ok) throw new Error(`${part}: ${answer.status}`);
  // The browser caches an answer only after its whole body was read.
  await answer.blob();
}

/** True if the browser keeps a file in its cache for long. It keeps a loader's data only for a few seconds. */
function isKept(part: string): boolean {
  return !part.endsWith('.data');
}
