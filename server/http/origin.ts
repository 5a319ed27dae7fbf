import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HTTPS_ONLY, ORIGIN_NOT_ALLOWED } from '#contract/errors.ts';
import { isLoopbackHost } from '#server/settings/settings-part.ts';
import { requestTarget } from './body.ts';
import { refuse } from './refusal.ts';

const SAFE_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Prevents cross-site request forgery (docs/product.md, "Security rules"). A write with our cookies must have our origin.
 * Programs without cookies need no origin, unless `Sec-Fetch-Site` names another site.
 * @param cookieNames the cookies that authorise a request
 */
export function requireOwnOrigin(
  app: FastifyInstance,
  isAllowedOrigin: (origin: string) => boolean,
  cookieNames: readonly string[],
): void {
  app.addHook('onRequest', async ({ method, headers, cookies, log }) => {
    if (SAFE_METHODS.includes(method)) return;
    const { origin } = headers;
    const isAuthorised = cookieNames.some((name) => cookies[name] !== undefined);
    const isElsewhere = comesFromElsewhere(headers, isAllowedOrigin);
    if (!isElsewhere && (origin !== undefined || !isAuthorised)) return;
    log.warn(
      { origin },
      'refused a write from another origin (is SITE_ORIGIN the address that visitors type?)',
    );
    refuse(ORIGIN_NOT_ALLOWED);
  });
}

/** If a page hides its origin (`null`), `Sec-Fetch-Site` shows whether the page is ours, because pages cannot set this header. */
function originOf(
  { origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders,
  isAllowedOrigin: (origin: string) => boolean,
): string | undefined {
  if (origin !== 'null' || site !== 'same-origin') return origin;
  return [`https://${host}`, `http://${host}`].find(isAllowedOrigin) ?? origin;
}

/** Whether a page of a site that is not ours sent the request. Without `Origin`, `Sec-Fetch-Site` decides. */
export function comesFromElsewhere(
  headers: IncomingHttpHeaders,
  isAllowedOrigin: (origin: string) => boolean,
): boolean {
  const origin = originOf(headers, isAllowedOrigin);
  if (origin !== undefined) return !isAllowedOrigin(origin);
  return ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']));
}

/** Whether a page of this origin or the visitor’s own action opened a URL. Old browsers do not send `Sec-Fetch-Site`. @public */
export function isOwnNavigation({ 'sec-fetch-site': site = 'none' }: IncomingHttpHeaders): boolean {
  return site === 'same-origin' || site === 'none';
}

/**
 * Allows the authorised domains, over https or with the scheme and port of the site. If the site is on loopback, also allows all
 * loopback names.
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

/** Whether a request over http may be redirected. API calls may not: a program would keep sending its token unencrypted. */
function mayBeRedirected({ method, url }: FastifyRequest, navigated: readonly string[]): boolean {
  const isCalled = url.startsWith('/api/') && !navigated.some((start) => url.startsWith(start));
  return REDIRECTED_METHODS.includes(method) && !isCalled;
}

/**
 * The trusted proxy nearest to the visitor reports the visitor’s scheme: each proxy appends a scheme to the header, or leaves the
 * header unchanged. Undefined if no proxy reports a scheme.
 */
function schemeOfVisitor(
  { headers, ips = [] }: FastifyRequest,
  isTrustedProxy: (address: string) => boolean,
): string | undefined {
  const proxies = ips.filter(isTrustedProxy).length;
  if (proxies === 0) return undefined;
  const entries = String(headers['x-forwarded-proto'] ?? '').split(',');
  const schemes = entries.map((entry) => entry.trim().toLowerCase()).filter((entry) => entry !== '');
  return schemes.at(-proxies) ?? schemes[0];
}

type ForwardedScheme = {
  readonly navigated: readonly string[];
  readonly isTrustedProxy: (address: string) => boolean;
  readonly onUnread: () => void;
};

/**
 * Redirects pages that were requested over http. Refuses writes and API calls, so that a wrong address in a program is noticed.
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
    // The sender of the request chooses its `Host`, so the redirect goes to the origin of the site.
    const { path, search } = requestTarget(request.url);
    return reply.redirect(siteOrigin + path + search, 308);
  });
}
