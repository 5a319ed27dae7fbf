import { fetchPage } from './page-parts.ts';

/** What becomes of a press on a link to another page, or of a navigation by a script. */
export type Opening =
  | { readonly kind: 'none' }
  | { readonly kind: 'opening' | 'shown'; readonly path: string; readonly since: number }
  | { readonly kind: 'failed'; readonly url: string };

const NONE: Opening = { kind: 'none' };
let opening: Opening = NONE;
let turn = 0;
const listeners = new Set<() => void>();

export const currentOpening = () => opening;
export const noOpening = () => NONE;

export function onOpening(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a page that the router waits for without a press that we saw. Answers how to end that when it does not come. */
export function awaitPage(path: string): () => void {
  if (opening.kind !== 'opening' || opening.path !== path) start(path);
  return () => {
    if (opening.kind === 'opening' && opening.path === path) endOpening();
  };
}

/** Ends what is shown of an opening, and drops a page that is still on its way. */
export function endOpening(): void {
  turn++;
  tell(NONE);
}

/** The page is on the screen. It may have come without a press that we saw, as by the browser's back button. */
export function showOpened(path: string): void {
  const since = opening.kind === 'opening' && opening.path === path ? opening.since : performance.now();
  turn++;
  tell({ kind: 'shown', path, since });
}

/**
 * Wraps each navigation of the router, so that a page is only left for one that has arrived. When a part of it does not
 * arrive, the document is loaded instead, which works after a release that removed old scripts. Without a connection the
 * present page stays and tells so.
 */
export async function openPage(
  navigate: () => Promise<unknown>,
  { to }: { readonly to: string | number },
): Promise<void> {
  const here = location.pathname;
  const url = new URL(typeof to === 'string' ? to : '', location.href);
  if (typeof to === 'number' || url.pathname === here) {
    if (opening.kind !== 'shown') endOpening();
    await navigate();
    return;
  }
  const mine = start(url.pathname);
  const arrived = await fetchPage(url.pathname).then(
    () => true,
    () => false,
  );
  if (mine !== turn) return never();
  if (!arrived) {
    await loadDocument(url.href);
    return never();
  }
  await navigate();
  // A page that asks before it is left stays.
  if (mine === turn && location.pathname === here) endOpening();
}

/** Loads a page as a new document when the server can be reached; otherwise tells that it cannot. */
export async function loadDocument(url: string): Promise<void> {
  const mine = start(new URL(url).pathname);
  const isThere = await fetch(url, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status < 500,
    () => false,
  );
  if (mine !== turn) return;
  if (isThere) location.assign(url);
  else tell({ kind: 'failed', url });
}

function start(path: string): number {
  if (opening.kind !== 'opening' || opening.path !== path)
    tell({ kind: 'opening', path, since: performance.now() });
  return ++turn;
}

function tell(next: Opening): void {
  opening = next;
  for (const listener of listeners) listener();
}

/** The router runs a wrapped navigation as soon as its wrapper returns, so one that is dropped may not return. */
function never(): Promise<never> {
  return new Promise(() => {});
}
