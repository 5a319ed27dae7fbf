import { PAGES } from '#content/page-paths.ts';

const OTHER_VIEWS = ['create', 'reset', 'inbox', 'code'] as const;
export type AuthView = 'sign-in' | (typeof OTHER_VIEWS)[number];

/** The view that an address like `/auth?view=create` asks for; sign-in for anything else. */
export function viewIn(search: URLSearchParams): AuthView {
  return OTHER_VIEWS.find((view) => view === search.get('view')) ?? 'sign-in';
}

/** @param next where to go after the sign-in (`return-path.ts`) */
export function authPath(view: AuthView, next: string | null = null): string {
  const search = new URLSearchParams({ ...(view !== 'sign-in' && { view }), ...(next !== null && { next }) });
  return search.size === 0 ? PAGES.auth : `${PAGES.auth}?${search}`;
}
