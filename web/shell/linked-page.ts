import { internalLinkAt } from './internal-link.ts';

/** The path of another page of this site that the link around an event's target leads to; undefined otherwise. */
export function linkedPage(target: EventTarget | null): string | undefined {
  const path = internalLinkAt(target)?.pathname;
  return path === location.pathname ? undefined : path;
}
