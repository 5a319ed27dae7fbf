import { useLocation } from 'react-router';

/** The path of a loader's request, without the trailing slash or `.data` that prerendering adds. */
export function pathOf(request: Request): string {
  return new URL(request.url).pathname.replace(/(?:\.data|\/)$/, '');
}

export function usePagePath(): string {
  return useLocation().pathname.replace(/(?<=.)\/$/, '');
}
