import { ORIGIN_PLACEHOLDER } from '#contract/origin-placeholder.ts';
import { publicSettings } from '#web/api/public-settings.ts';

/** The absolute URL of a path; relative in development. In prerendered pages it starts with `ORIGIN_PLACEHOLDER`. */
export function siteAddress(path: string): string {
  return siteOrigin() + path;
}

function siteOrigin(): string {
  if (import.meta.env.DEV) return '';
  if (typeof document === 'undefined') return ORIGIN_PLACEHOLDER;
  return publicSettings().siteOrigin || window.location.origin;
}
