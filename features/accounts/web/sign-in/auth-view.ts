import { PAGES } from '#content/page-paths.ts';

const OTHER_VIEWS = ['create', 'reset', 'inbox', 'code'] as const;
export type AuthView = 'sign-in' | (typeof OTHER_VIEWS)[number];

/** The view for an address such as `/auth?view=create`; the sign-in view for anything else. */
export function viewIn(search: URLSearchParams): AuthView {
  return OTHER_VIEWS.find((view) => view === search.get('view')) ?? 'sign-in';
}

/** @param next the path to open after the sign-in (`return-path.ts`) */
export function authPath(view: AuthView, next: string | null = null): string {
  const search = new URLSearchParams({ ...(view !== 'sign-in' && { view }), ...(next !== null && { next }) });
  return search.size === 0 ? PAGES.auth : `${PAGES.auth}?${search}`;
}
