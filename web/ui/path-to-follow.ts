/**
 * The path to which a click on a link leads with the router. Undefined for clicks that the browser must handle, such as a
 * click with a modifier key.
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

/** The internal link around an event's target; null for a link to a file, another site or another window. */
export function internalLinkAt(target: EventTarget | null): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest('a') : null;
  if (link === null || link.target !== '' || link.hasAttribute('download')) return null;
  return link.origin === location.origin ? link : null;
}
