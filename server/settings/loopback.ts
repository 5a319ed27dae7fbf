import { getDomain } from 'tldts';

/** `localhost`, 127.0.0.0/8 or ::1. */
export function isLoopbackHost(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '::1' ||
    host === '[::1]' ||
    /^127(\.\d+){3}$/.test(host)
  );
}

/**
 * `example.co.in` of `https://www.example.co.in`, by the public suffix list; the host name where it has none.
 * Customers of a host (`me.github.io`) have domains of their own.
 */
export function registrableDomain(url: string): string {
  const { hostname } = new URL(url);
  return getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;
}

/**
 * Whether tokens of a site may be sent to `url`: only over https, within the site's own registrable domain (docs/product.md, "Token sync").
 * @public
 */
export function isOwnSecureUrl(url: string, siteOrigin: string): boolean {
  return new URL(url).protocol === 'https:' && registrableDomain(url) === registrableDomain(siteOrigin);
}
