import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { SIGNED_IN_PAGES, signInPath } from '#content/page-paths.ts';
import { ENCODINGS, type Site, type SiteFile } from './site.ts';

/**
 * Every page and asset of the built site. One route for all: a route for each would take a fifth of the time of a start.
 * A page of somebody who is signed in leads to the sign-in where there is no session cookie (spec §5); the page would do
 * the same once its scripts ran.
 *
 * @param site as it is now: an announcement may have come or gone
 */
export function fileRoutes(app: FastifyInstance, site: () => Site, sessionCookie: string): void {
  // A logger for each request would take a tenth of the time of a page, and nothing is logged by it.
  const options = { childLoggerFactory: (logger: FastifyBaseLogger) => logger };
  app.get<{ Params: { '*': string } }>('/*', options, async (request, reply) => {
    const path = `/${request.params['*']}`;
    const file = site().files.get(path);
    if (file === undefined) return reply.callNotFound();
    request.file = { path, isPage: file.isPage };
    if (SIGNED_IN_PAGES.includes(path) && request.cookies[sessionCookie] === undefined)
      return reply.header('cache-control', 'no-store').redirect(signInPath(path));
    return sendFile(file, request, reply);
  });
}

/** Answers with a file in the best encoding that the visitor takes, or with 304 when they have it. */
export async function sendFile(
  file: SiteFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const accepted = new Negotiator(request.raw).encodings([...ENCODINGS]);
  const { headers, etag, body } = await file.encoded(ENCODINGS.find((one) => accepted.includes(one)));
  reply.headers(headers);
  if (reply.statusCode === 200 && isKnown(request.headers['if-none-match'], etag))
    return reply.code(304).send();
  return reply.send(body);
}

function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false;
}
