import type { IncomingMessage } from 'node:http';
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

/** Whether the visitor asked by http, as a proxy that is trusted says. The last in the header is the nearest one's word. */
function cameOverHttp(
  { headers, socket: { remoteAddress } }: IncomingMessage,
  isTrustedProxy: (address: string) => boolean,
): boolean {
  const said = headers['x-forwarded-proto'];
  if (said === undefined || remoteAddress === undefined || !isTrustedProxy(remoteAddress)) return false;
  return String(said).split(',').at(-1)?.trim().toLowerCase() === 'http';
}

/**
 * On an https site, redirects pages that came over http, and refuses writes and API calls (HTTPS_ONLY), so that whoever
 * configured the wrong address notices.
 */
export function requireHttps(
  app: FastifyInstance,
  siteOrigin: string,
  isTrustedProxy: (address: string) => boolean,
): void {
  if (!siteOrigin.startsWith('https:')) return;
  app.addHook('onRequest', async (request, reply) => {
    if (!cameOverHttp(request.raw, isTrustedProxy)) return;
    if (!mayBeRedirected(request)) refuse('HTTPS_ONLY');
    // Never to the host that the request names: that is whatever its sender typed.
    const { path, search } = requestTarget(request.url);
    return reply.redirect(siteOrigin + path + search, 308);
  });
}
