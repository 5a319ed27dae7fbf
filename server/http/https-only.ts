import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SOCIAL_API } from '#contract/paths.ts';
import { refuse } from './refusal.ts';
import { requestTarget } from './request-target.ts';

const READING_METHODS: readonly string[] = ['GET', 'HEAD'];

/** The one part of the API that browsers navigate to; pages and programs call the rest. */
const NAVIGATED_TO = SOCIAL_API.start.split(':')[0] ?? '';

/** A browser that reads can be redirected; a program would go on sending its token in the clear. */
function mayBeRedirected({ method, url }: FastifyRequest): boolean {
  const isCalled = url.startsWith('/api/') && !url.startsWith(NAVIGATED_TO);
  return READING_METHODS.includes(method) && !isCalled;
}

/**
 * On a site over https, for visitors of whom a trusted proxy says (`X-Forwarded-Proto`) that they came over http: pages
 * redirect to the same path over https; what they send, and what programs ask of the API, is refused (HTTPS_ONLY), so that
 * whoever configured the wrong address notices. On a site over http, and where the proxy says nothing, it does nothing.
 */
export function requireHttps(
  app: FastifyInstance,
  siteOrigin: string,
  isTrustedProxy: (address: string) => boolean,
): void {
  if (!siteOrigin.startsWith('https:')) return;
  app.addHook('onRequest', async (request, reply) => {
    const { remoteAddress } = request.socket;
    if (request.headers['x-forwarded-proto'] === undefined) return;
    if (remoteAddress === undefined || !isTrustedProxy(remoteAddress)) return;
    if (request.protocol.toLowerCase() !== 'http') return;
    if (!mayBeRedirected(request)) refuse('HTTPS_ONLY');
    // Never to the host that the request names: that is whatever its sender typed.
    const { path, search } = requestTarget(request.url);
    return reply.redirect(siteOrigin + path + search, 308);
  });
}
