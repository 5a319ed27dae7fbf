import { ORIGIN_PLACEHOLDER } from '#contract/origin-placeholder.ts';
import { publicSettings } from '#web/api/public-settings.ts';

/**
 * The absolute URL of a path. While prerendering it starts with `ORIGIN_PLACEHOLDER`, which the server replaces by the
 * same origin as in the public settings, so that hydration matches. In development the URL is relative.
 */
export function siteAddress(path: string): string {
  return siteOrigin() + path;
}

function siteOrigin(): string {
  if (import.meta.env.DEV) return '';
  if (typeof document === 'undefined') return ORIGIN_PLACEHOLDER;
  return publicSettings().siteOrigin || window.location.origin;
}
