import { useLocation } from 'react-router';

/** The path of a loader's request. Prerendering adds a trailing slash or `.data`, which are removed. */
export function pathOf(request: Request): string {
  return new URL(request.url).pathname.replace(/(?:\.data|\/)$/, '');
}

export function usePagePath(): string {
  return useLocation().pathname.replace(/(?<=.)\/$/, '');
}
