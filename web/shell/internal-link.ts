/** The link of ours that somebody points at; nothing for one to a file, to another site or into another window. */
export function internalLinkAt(target: EventTarget | null): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest('a') : null;
  if (link === null || link.target !== '' || link.hasAttribute('download')) return null;
  return link.origin === location.origin ? link : null;
}
