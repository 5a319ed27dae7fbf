import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { PAGES } from '#content/page-paths.ts';
import { isConsolePath } from '#contract/paths.ts';
import { sitePath } from '#contract/site-path.ts';
import { readStored, writeStored } from '#web/api/storage.ts';

const OTHER_VIEWS = ['create', 'reset', 'inbox', 'code'] as const;
export type AuthView = 'sign-in' | (typeof OTHER_VIEWS)[number];

export function viewIn(search: URLSearchParams): AuthView {
  return OTHER_VIEWS.find((view) => view === search.get('view')) ?? 'sign-in';
}

/** @param next the path to open after the sign-in */
export function authPath(view: AuthView, next: string | null = null): string {
  const search = new URLSearchParams({ ...(view !== 'sign-in' && { view }), ...(next !== null && { next }) });
  return search.size === 0 ? PAGES.auth : `${PAGES.auth}?${search}`;
}

/** The path to open after the sign-in, from `/auth?next=/profile`. Null for the usual page. */
export function returnPathIn(search: URLSearchParams): string | null {
  return sitePath(search.get('next'));
}

/**
 * Stores the path to open after the sign-in, for the tab in which the person confirms the address or sets a password. Null removes
 * the stored path.
 */
export function keepReturnPath(path: string | null): void {
  writeStored('returnPath', path);
}

export function takeReturnPath(): string | null {
  const path = sitePath(readStored('returnPath'));
  writeStored('returnPath', null);
  return path;
}

/**
 * Returns a function that opens the page after a sign-in. It loads the operators' console as a new document, because the router
 * does not have the console's pages.
 */
export function useGoOn(): (
  path: string,
  options?: { readonly replace: true; readonly state?: unknown },
) => Promise<void> {
  const navigate = useNavigate();
  return useCallback(
    async (path, options) => (isConsolePath(path) ? window.location.assign(path) : navigate(path, options)),
    [navigate],
  );
}
