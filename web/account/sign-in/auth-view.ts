import { PAGES } from '#contract/paths.ts';

export type AuthView = 'sign-in' | 'create' | 'reset';

/** The view that an address like `/auth?view=create` asks for; sign-in for anything else. */
export function viewIn(search: URLSearchParams): AuthView {
  const view = search.get('view');
  return view === 'create' || view === 'reset' ? view : 'sign-in';
}

export function authPath(view: AuthView): string {
  return view === 'sign-in' ? PAGES.auth : `${PAGES.auth}?view=${view}`;
}
