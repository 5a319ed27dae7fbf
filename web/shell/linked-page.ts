import { internalLinkAt } from './internal-link.ts';

/**
 * The path of the page that a link leads to, as the router has it; nothing for what is no link, and for a link to a file,
 * to another site, to another window, or to a place on the page that is shown already.
 */
export function linkedPage(target: EventTarget | null): string | undefined {
  const path = internalLinkAt(target)?.pathname;
  return path === location.pathname ? undefined : path;
}
