/** A global of browsers and Node, declared here because `contract/` is compiled with the types of neither. */
declare const URL: {
  parse: (
    url: string,
    base: string,
  ) => {
    readonly origin: string;
    readonly pathname: string;
    readonly search: string;
    readonly hash: string;
  } | null;
};

const ANY_ORIGIN = 'http://site';

/**
 * Resolves a path from a URL or from storage as a browser would. Null for anything that could lead to another site. The result has
 * no dot segments, so it can be compared.
 */
export function sitePath(value: unknown): string | null {
  if (typeof value !== 'string' || !value.startsWith('/')) return null;
  const url = URL.parse(value, ANY_ORIGIN);
  // A path that begins with `//` is refused: `/.//other.example` has the path `//other.example`, which browsers read as another
  // host.
  if (url?.origin !== ANY_ORIGIN || url.pathname.startsWith('//')) return null;
  return url.pathname + url.search + url.hash;
}
