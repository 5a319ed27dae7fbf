import { ORIGIN_PLACEHOLDER } from '#contract/origin-placeholder.ts';
import { publicSettings } from '#web/api/public-settings.ts';

/**
 * The absolute address of a path of this site, for links that are read elsewhere. While prerendering it starts with
 * `ORIGIN_PLACEHOLDER`; the server puts its own origin there and into the public settings, so that React finds in the document
 * just what it would have written. In development nobody replaces the mark, so the address stays relative.
 */
export function siteAddress(path: string): string {
  return siteOrigin() + path;
}

function siteOrigin(): string {
  if (import.meta.env.DEV) return '';
  if (typeof document === 'undefined') return ORIGIN_PLACEHOLDER;
  return publicSettings().siteOrigin || window.location.origin;
}
