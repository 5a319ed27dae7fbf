import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { SIGNED_IN_PAGES, signInPath } from '#content/page-paths.ts';
import { METHOD_NOT_ALLOWED, PATH_NOT_FOUND } from '#contract/errors.ts';
import { requestTarget } from '#server/http/body.ts';
import { RefusalError } from '#server/http/refusal.ts';
import { ENCODINGS, type Encoding, type Site, type SiteFile } from './site.ts';

/**
 * Every page and asset of the built site. One route for all: a route for each would take a fifth of the time of a start.
 * A page of somebody who is signed in leads to the sign-in where there is no session cookie (docs/product.md, "Routes"); the page would do
 * the same once its scripts ran.
 *
 * @param site as it is now: an announcement may have come or gone
 */
export function fileRoutes(app: FastifyInstance, site: () => Site, sessionCookie: string): void {
  // A logger for each request would take 8 % of the time of a page, and nothing is logged by it.
  const options = { childLoggerFactory: (logger: FastifyBaseLogger) => logger };
  app.get<{ Params: { '*': string } }>('/*', options, (request, reply) => {
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
async function sendFile(file: SiteFile, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { headers, etag, body } = await file.encoded(bestEncoding(request.headers['accept-encoding'] ?? ''));
  reply.headers(headers);
  if (reply.statusCode === 200 && isKnown(request.headers['if-none-match'], etag))
    return reply.code(304).send();
  return reply.send(body);
}

/** Browsers send a handful of values, and parsing one takes 8 % of the time of a page. */
const MOST_KEPT = 100;
const kept = new Map<string, Encoding | undefined>();

function bestEncoding(accepted: string): Encoding | undefined {
  if (kept.has(accepted)) return kept.get(accepted);
  const encodings = new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings([...ENCODINGS]);
  const best = ENCODINGS.find((one) => encodings.includes(one));
  if (kept.size < MOST_KEPT) kept.set(accepted, best);
  return best;
}

/** Our tags have no comma in them, and no tag has a quote: no part of another one is mistaken for ours. */
function isKnown(ifNoneMatch = '', etag: string): boolean {
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim());
  return ['*', etag, `W/${etag}`].some((known) => tags.includes(known));
}

/**
 * What is answered where no route is: 405 for other methods of a file, a redirect where only slashes at the end are too
 * much, the not-found page for readers, JSON for programs.
 */
export function answerNotFound(app: FastifyInstance, site: () => Site): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { path, search } = requestTarget(request.url);
    const { files, notFound } = site();
    const isReading = ['GET', 'HEAD'].includes(request.method);
    if (!isReading && files.has(path)) {
      reply.header('allow', 'GET, HEAD');
      throw new RefusalError(METHOD_NOT_ALLOWED);
    }
    if (!isReading || path.startsWith('/api/')) throw new RefusalError(PATH_NOT_FOUND);
    const shorter = withoutSlashes(path);
    if (shorter !== path && files.has(shorter)) return reply.redirect(shorter + search, 308);
    return sendFile(notFound, request, reply.code(404));
  };
  app.setNotFoundHandler(answer);
  // Before a body is read, of whatever type.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) answer(request, reply).catch(done);
    else done();
  });
}

/** By hand: a regular expression for it takes quadratic time on a path full of slashes. */
function withoutSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end--;
  return path.slice(0, end);
}
