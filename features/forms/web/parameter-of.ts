/** A query parameter of the address that the form service names as the next page. A hosted service may name only a path. */
export function parameterOf(next: string, name: string): string | null {
  return URL.canParse(next) ? new URL(next).searchParams.get(name) : null;
}
