import { asksToLeave, mayLeave } from '#web/session/use-leave-page.ts';
import { fetchPage } from './page-parts.ts';

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

/** Shows the loading state for a page that no link opened, as after “Back”. Returns a function that ends that state. */
export function awaitPage(path: string): () => void {
  if (opening.kind !== 'opening' || opening.path !== path) start(path);
  return () => {
    if (opening.kind === 'opening' && opening.path === path) endOpening();
  };
}

export function endOpening(): void {
  turn++;
  tell(NONE);
}

/** Call this when a page is shown, also if no click opened it. */
export function showOpened(path: string): void {
  const since = opening.kind === 'opening' && opening.path === path ? opening.since : performance.now();
  turn++;
  tell({ kind: 'shown', path, since });
}

/**
 * Wraps each navigation of the router. Keeps the current page until the next page has loaded. If a file of the next page
 * is missing, the browser loads that page as a new document. Without a connection, the current page shows an error.
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
  // Asks before the loading state starts. Otherwise a screen reader would say “Loading…” before the question.
  if (asksToLeave() && !(await mayLeave())) return never();
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
  // The path is unchanged, so the visitor made changes while the page was loading, and chose to stay.
  if (mine === turn && location.pathname === here) endOpening();
}

/** Loads a page as a new document if the server can be reached. Otherwise reports the failure on the current page. */
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

/** The router navigates as soon as the wrapper returns, so the wrapper of a cancelled navigation must never return. */
function never(): Promise<never> {
  return new Promise(() => {});
}
