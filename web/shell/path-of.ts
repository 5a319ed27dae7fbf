/** The path of a loader's request without the trailing slash or `.data`, which prerendering adds. */
export function pathOf(request: Request): string {
  return new URL(request.url).pathname.replace(/(?:\.data|\/)$/, '');
}
