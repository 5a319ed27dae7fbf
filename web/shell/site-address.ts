import { ORIGIN_PLACEHOLDER } from '#contract/origin-placeholder.ts';
import { publicSettings } from '#web/api/public-settings.ts';

/**
 * The absolute URL of a path; relative in development. While prerendering, the URL starts with `ORIGIN_PLACEHOLDER`. The server
 * replaces the placeholder by the origin of the public settings, so that hydration matches.
 */
export function siteAddress(path: string): string {
  return siteOrigin() + path;
}

function siteOrigin(): string {
  if (import.meta.env.DEV) return '';
  if (typeof document === 'undefined') return ORIGIN_PLACEHOLDER;
  return publicSettings().siteOrigin || window.location.origin;
}
