import { getDomain } from 'tldts';

/**
 * `example.co.in` of `https://www.example.co.in`, by the public suffix list; the host name where it has none.
 * Customers of a host (`me.github.io`) have domains of their own.
 */
export function registrableDomain(url: string): string {
  const { hostname } = new URL(url);
  return getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;
}

/** Whether tokens of a site may be sent to `url`: only over https, within the site's own registrable domain (decisions §3.10). */
export function isOwnSecureUrl(url: string, siteOrigin: string): boolean {
  return new URL(url).protocol === 'https:' && registrableDomain(url) === registrableDomain(siteOrigin);
}
