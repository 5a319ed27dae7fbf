import { useLocation } from 'react-router';
import { ORIGIN_PLACEHOLDER } from '#contract/origin-placeholder.ts';
import { publicSettings } from '#web/api/public-settings.ts';

/** The path of a loader's request, without the trailing slash or `.data` that prerendering adds. */
export function pathOf(request: Request): string {
  return new URL(request.url).pathname.replace(/(?:\.data|\/)$/, '');
}

export function usePagePath(): string {
  return useLocation().pathname.replace(/(?<=.)\/$/, '');
}

/** The absolute URL of a path; relative in development. In prerendered pages it starts with `ORIGIN_PLACEHOLDER`. */
export function siteAddress(path: string): string {
  return siteOrigin() + path;
}

function siteOrigin(): string {
  if (import.meta.env.DEV) return '';
  if (typeof document === 'undefined') return ORIGIN_PLACEHOLDER;
  return publicSettings().siteOrigin || window.location.origin;
}
