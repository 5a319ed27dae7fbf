import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { CONSOLE_HOME } from '#contract/paths.ts';
import { sitePath } from '#contract/site-path.ts';
import { readStored, writeStored } from '#web/api/storage.ts';

/** The path to open after the sign-in, from `/auth?next=/profile`; null for the usual page. */
export function returnPathIn(search: URLSearchParams): string | null {
  return sitePath(search.get('next'));
}

/** Stores the path until the address is confirmed or a new password is set, because that happens in another tab. */
export function keepReturnPath(path: string | null): void {
  writeStored('returnPath', path);
}

export function takeReturnPath(): string | null {
  const path = sitePath(readStored('returnPath'));
  writeStored('returnPath', null);
  return path;
}

/** Continues to a path after a sign-in. The server renders the operators' console, so the browser's router cannot open it. */
export function useGoOn(): (path: string, options?: { readonly replace: true }) => Promise<void> {
  const navigate = useNavigate();
  return useCallback(
    async (path, options) =>
      path.startsWith(CONSOLE_HOME) ? window.location.assign(path) : navigate(path, options),
    [navigate],
  );
}
