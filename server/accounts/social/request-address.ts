import { hostnameOf } from '#server/http/client-address.ts';
import { createAllowedOrigins } from '#server/http/origin.ts';
import type { Settings } from '#server/settings/settings.ts';

/**
 * Tells under which of the site's addresses a request came: its origin, or `undefined` when its host is not one of the
 * authorised domains. Goes by `Host` alone; what a proxy or a stranger says in `X-Forwarded-Host` does not count.
 */
export function createRequestAddress({
  origin,
  authorizedDomains,
}: Pick<Settings, 'origin' | 'authorizedDomains'>): (host: string | undefined) => string | undefined {
  const site = new URL(origin);
  const isAllowedOrigin = createAllowedOrigins(origin, authorizedDomains);
  return (host = '') => {
    const hostname = hostnameOf(host);
    if (hostname === undefined || !authorizedDomains.includes(hostname)) return undefined;
    // Behind a proxy that ends TLS, scheme and port are not those that the visitor sees.
    if (hostname === site.hostname) return origin;
    return [`${site.protocol}//${host}`, `https://${host}`, `https://${hostname}`].find(isAllowedOrigin);
  };
}
