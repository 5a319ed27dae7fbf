import { isRouteErrorResponse } from 'react-router';

/** Whether a page failed because the server could not be reached or was starting, and not by a fault of its own. */
export function isLineFault(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return error.status >= 500;
  // What Chromium and Firefox, and what Safari, say when `fetch` fails.
  return error instanceof TypeError && /fetch|^Load failed/.test(error.message);
}
