import { internalLinkAt } from '#web/shell/internal-link.ts';

/**
 * Where a plain click on one of our own links leads; nothing for a click that the browser should deal with: with
 * another button or a key held, into another window, to a file or another site, or to a place on this page.
 */
export function pathToFollow(event: MouseEvent): string | undefined {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return;
  const link = internalLinkAt(event.target);
  if (link === null) return;
  const page = link.pathname + link.search;
  if (link.hash !== '' && page === location.pathname + location.search) return;
  return page + link.hash;
}
