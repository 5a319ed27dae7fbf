import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HTTPS_ONLY } from '#contract/errors.ts';
import { refuse } from './refusal.ts';
import { requestTarget } from './request.ts';

const READING_METHODS: readonly string[] = ['GET', 'HEAD'];

/** A browser that reads can be redirected; a program would go on sending its token in the clear. */
function mayBeRedirected({ method, url }: FastifyRequest, navigated: readonly string[]): boolean {
  const isCalled = url.startsWith('/api/') && !navigated.some((start) => url.startsWith(start));
  return READING_METHODS.includes(method) && !isCalled;
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
