import { useLocation } from 'react-router';

/** The path of the page that is shown, without the slash that prerendering adds. */
export function usePagePath(): string {
  return useLocation().pathname.replace(/(?<=.)\/$/, '');
}
