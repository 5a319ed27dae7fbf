import { hostnameOf } from '#server/http/client-address.ts';
import { createAllowedOrigins } from '#server/http/origin.ts';
import type { Settings } from '#server/settings/settings.ts';

/**
 * The origin under which a request came; `undefined` when its host is not an authorised domain. Uses `Host` only,
 * never `X-Forwarded-Host`.
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
