import { useLocation } from 'react-router';

/** The path of a loader's request without the trailing slash or `.data`, which prerendering adds. */
export function pathOf(request: Request): string {
  return new URL(request.url).pathname.replace(/(?:\.data|\/)$/, '');
}

/** The path of the page that is shown, without the slash that prerendering adds. */
export function usePagePath(): string {
  return useLocation().pathname.replace(/(?<=.)\/$/, '');
}
