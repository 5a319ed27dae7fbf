/** Browsers and Node have it; the types of `contract/` include neither. */
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
 * A path of this site as a browser would open it, from an address or from storage. Null for anything that could lead to another site. Dots
 * are resolved, so the path can be compared.
 */
export function sitePath(value: unknown): string | null {
  if (typeof value !== 'string' || !value.startsWith('/')) return null;
  const url = URL.parse(value, ANY_ORIGIN);
  // `/.//other.example` has the path `//other.example`, which browsers read as another host.
  if (url?.origin !== ANY_ORIGIN || url.pathname.startsWith('//')) return null;
  return url.pathname + url.search + url.hash;
}
