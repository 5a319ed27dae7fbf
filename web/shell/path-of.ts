/** The page that a loader is asked for, `/blog/x`: while prerendering, requests come with a slash at the end. */
export function pathOf(request: Request): string {
  return new URL(request.url).pathname.replace(/(?:\.data|\/)$/, '');
}
