import type { MiddlewareHandler } from 'hono';
import { getCookie } from 'hono/cookie';
import type { AppEnv } from './app-env.ts';
import { isLoopbackHost } from './client-address.ts';
import { refuse } from './refusal.ts';

const READING_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** Characters: scheme, the longest host name (RFC 1035 §2.3.4) and a port. A longer header is not parsed, nor logged whole. */
const ORIGIN_MAX_LENGTH = 270;

/** What a browser says of a page that is not of our origin; said along with an origin, the origin decides. */
const OTHER_SITES: readonly string[] = ['cross-site', 'same-site'];

/**
 * The guard against forged requests from other sites (decisions §4). A write that names another site as its origin is
 * refused; one that carries one of our cookies must name ours. Programs without cookies (bearer token) need no origin,
 * unless they say themselves that another site makes them send this.
 *
 * @param cookieNames the cookies that carry rights
 */
export function requireOwnOrigin(
  isAllowedOrigin: (origin: string) => boolean,
  cookieNames: readonly string[],
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (!READING_METHODS.includes(c.req.method)) {
      const origin = c.req.header('origin');
      const carriesRights = cookieNames.some((name) => getCookie(c, name) !== undefined);
      const isElsewhere = OTHER_SITES.includes(c.req.header('sec-fetch-site') ?? '');
      if (origin === undefined ? carriesRights || isElsewhere : !isAllowedOrigin(origin)) {
        c.get('log')().warn(
          { origin: origin?.slice(0, ORIGIN_MAX_LENGTH) },
          'refused a write from another origin (is SITE_ORIGIN what visitors type?)',
        );
        refuse('ORIGIN_NOT_ALLOWED');
      }
    }
    await next();
  };
}

/**
 * Our own origin and the authorised domains: those over https, or with our own scheme and port (a site on a
 * developer's machine). On a loopback origin the other names of loopback count as ours.
 */
export function createAllowedOrigins(
  siteOrigin: string,
  authorizedDomains: readonly string[],
): (origin: string) => boolean {
  const site = new URL(siteOrigin);
  const isOnLoopback = isLoopbackHost(site.hostname);
  return (origin) => {
    if (origin === siteOrigin) return true;
    if (origin.length > ORIGIN_MAX_LENGTH || !URL.canParse(origin)) return false;
    const { hostname, protocol, port } = new URL(origin);
    if (!authorizedDomains.includes(hostname) && !(isOnLoopback && isLoopbackHost(hostname))) return false;
    return (protocol === 'https:' && port === '') || (protocol === site.protocol && port === site.port);
  };
}
