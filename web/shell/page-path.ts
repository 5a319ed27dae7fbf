import { useLocation } from 'react-router';

/** The path of a loader's request without the trailing slash or `.data`, which prerendering adds. */
export function pathOf(request: Request): string {
  return new URL(request.url).pathname.replace(/(?:\.data|\/)$/, '');
}

/** The path of the current page, without the trailing slash that prerendering adds. */
export function usePagePath(): string {
  return useLocation().pathname.replace(/(?<=.)\/$/, '');
}
