/**
 * Where a plain click on one of our own links leads; nothing for a click that the browser should deal with: with
 * another button or a key held, into another window, or to another site.
 */
export function pathToFollow(event: MouseEvent): string | undefined {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || link.target !== '' || link.origin !== location.origin) return;
  return link.pathname + link.search + link.hash;
}
