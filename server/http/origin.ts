import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HTTPS_ONLY, ORIGIN_NOT_ALLOWED } from '#contract/errors.ts';
import { isLoopbackHost } from '#server/settings/loopback.ts';
import { requestTarget } from './body.ts';
import { refuse } from './refusal.ts';

const READING_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** What a browser says of a page that is not of our origin; said along with an origin, the origin decides. */
const OTHER_SITES: readonly string[] = ['cross-site', 'same-site'];

/**
 * Guards against forged requests from other sites (docs/product.md, "Security rules"): a write that names another origin is refused; one
 * with our cookies must name ours. Programs without cookies need no origin, unless `Sec-Fetch-Site` names another
 * site.
 *
 * @param cookieNames the cookies that carry rights
 */
export function requireOwnOrigin(
  app: FastifyInstance,
  isAllowedOrigin: (origin: string) => boolean,
  cookieNames: readonly string[],
): void {
  app.addHook('onRequest', async ({ method, headers, cookies, log }) => {
    if (READING_METHODS.includes(method)) return;
    const origin = originOf(headers, isAllowedOrigin);
    const carriesRights = cookieNames.some((name) => cookies[name] !== undefined);
    const isElsewhere = OTHER_SITES.includes(String(headers['sec-fetch-site'] ?? ''));
    if (origin === undefined ? !carriesRights && !isElsewhere : isAllowedOrigin(origin)) return;
    log.warn({ origin }, 'refused a write from another origin (is SITE_ORIGIN what visitors type?)');
    refuse(ORIGIN_NOT_ALLOWED);
  });
}

/**
 * The origin of the page that writes. Where a page may send no referrer, by its own or its user's wish, browsers write `null`
 * even for its own server, and `Sec-Fetch-Site`, which no page can set, says that it is. Only of the host that was asked: a page
 * of another name of this server is none of ours either.
 */
function originOf(
  { origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders,
  isAllowedOrigin: (origin: string) => boolean,
): string | undefined {
  if (origin !== 'null' || site !== 'same-origin') return origin;
  return [`https://${host}`, `http://${host}`].find(isAllowedOrigin) ?? origin;
}

/**
 * Accepts our origin and the authorised domains, over https or with our own scheme and port. On a loopback origin the
 * other names of loopback count as ours.
 */
export function createAllowedOrigins(
  siteOrigin: string,
  authorizedDomains: readonly string[],
): (origin: string) => boolean {
  const site = new URL(siteOrigin);
  const isOnLoopback = isLoopbackHost(site.hostname);
  return (origin) => {
    if (origin === siteOrigin) return true;
    if (!URL.canParse(origin)) return false;
    const { hostname, protocol, port } = new URL(origin);
    if (!authorizedDomains.includes(hostname) && !(isOnLoopback && isLoopbackHost(hostname))) return false;
    return (protocol === 'https:' && port === '') || (protocol === site.protocol && port === site.port);
  };
}

const REDIRECTED_METHODS: readonly string[] = ['GET', 'HEAD'];

/** A browser that reads can be redirected; a program would go on sending its token in the clear. */
function mayBeRedirected({ method, url }: FastifyRequest, navigated: readonly string[]): boolean {
  const isCalled = url.startsWith('/api/') && !navigated.some((start) => url.startsWith(start));
  return REDIRECTED_METHODS.includes(method) && !isCalled;
}

/**
 * How the visitor asked, as the farthest of the trusted proxies says: each adds its word on the right of the header, as of
 * `X-Forwarded-For`, or leaves it alone. Undefined where none says so.
 */
function schemeOfVisitor(
  { headers, ips = [] }: FastifyRequest,
  isTrustedProxy: (address: string) => boolean,
): string | undefined {
  const proxies = ips.filter(isTrustedProxy).length;
  if (proxies === 0) return undefined;
  const words = String(headers['x-forwarded-proto'] ?? '').split(',');
  const said = words.map((word) => word.trim().toLowerCase()).filter((word) => word !== '');
  return said.at(-proxies) ?? said[0];
}

type ForwardedScheme = {
  /** Of all features: the parts of the API that browsers navigate to. */
  readonly navigated: readonly string[];
  readonly isTrustedProxy: (address: string) => boolean;
  /** Hears of each request of which a proxy says neither. */
  readonly onUnread: () => void;
};

/**
 * On an https site, redirects pages that came over http, and refuses writes and API calls (HTTPS_ONLY), so that whoever
 * configured the wrong address notices.
 */
export function requireHttps(
  app: FastifyInstance,
  siteOrigin: string,
  { navigated, isTrustedProxy, onUnread }: ForwardedScheme,
): void {
  if (!siteOrigin.startsWith('https:')) return;
  app.addHook('onRequest', async (request, reply) => {
    const scheme = schemeOfVisitor(request, isTrustedProxy);
    if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') onUnread();
    if (scheme !== 'http') return;
    if (!mayBeRedirected(request, navigated)) refuse(HTTPS_ONLY);
    // Never to the host that the request names: that is whatever its sender typed.
    const { path, search } = requestTarget(request.url);
    return reply.redirect(siteOrigin + path + search, 308);
  });
}
