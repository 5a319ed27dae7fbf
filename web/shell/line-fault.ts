import { isRouteErrorResponse } from 'react-router';

/** True if a page failed because the server could not be reached or was starting. False for an error of the page itself. */
export function isLineFault(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return error.status >= 500;
  // The messages of Chromium, Firefox and Safari for a failed `fetch` or `import()`.
  return error instanceof TypeError && /fetch|^Load failed|module script|imported module/.test(error.message);
}
