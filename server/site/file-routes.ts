import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { BRAND } from '#content/brand.ts';
import { PAGES, SIGNED_IN_PAGES, signInPath } from '#content/page-paths.ts';
import { SECURITY_LANGUAGES } from '#content/seo.ts';
import { METHOD_NOT_ALLOWED, PATH_NOT_FOUND } from '#contract/errors.ts';
import { DISCOVERY } from '#contract/paths.ts';
import type { AppDeps } from '#server/feature.ts';
import { prefersPage, requestTarget } from '#server/http/body.ts';
import { declareRoutes } from '#server/http/declared-routes.ts';
import { RefusalError } from '#server/http/refusal.ts';
import { DAY_MS } from '#server/time.ts';
import { ENCODINGS, type Encoding, type Site, type SiteFile } from './site.ts';

/**
 * One route serves all files: a route for each would take a fifth of the start-up time. Pages that need a session redirect to the
 * sign-in if there is no session cookie (docs/product.md, "Routes").
 * @param site returns the site as it is now, which announcements change
 */
export function fileRoutes(app: FastifyInstance, site: () => Site, sessionCookie: string): void {
  // All requests share one logger. A new logger for each request would take 8 % of the time of a page.
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

/** Answers with the file in the best encoding that the visitor accepts, or with 304 if the browser already has it. */
export async function sendFile(
  file: SiteFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { headers, etag, body } = await file.encoded(bestEncoding(request.headers['accept-encoding'] ?? ''));
  reply.headers(headers);
  if (reply.statusCode === 200 && isKnown(request.headers['if-none-match'], etag))
    return reply.code(304).send();
  return reply.send(body);
}

/**
 * The maximum Accept-Encoding values that are cached. Browsers send few different ones, and parsing one takes 8 % of a page’s time.
 */
const MAX_CACHED = 100;
const cached = new Map<string, Encoding | undefined>();

function bestEncoding(accepted: string): Encoding | undefined {
  if (cached.has(accepted)) return cached.get(accepted);
  const encodings = new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings([...ENCODINGS]);
  const best = ENCODINGS.find((one) => encodings.includes(one));
  if (cached.size < MAX_CACHED) cached.set(accepted, best);
  return best;
}

/** Whether `If-None-Match` names this ETag. Our ETags contain no commas, so splitting at commas is safe. */
function isKnown(ifNoneMatch = '', etag: string): boolean {
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim());
  return ['*', etag, `W/${etag}`].some((known) => tags.includes(known));
}

/**
 * Answers requests without a route: a 405, JSON, the not-found page, or a redirect if only capital letters or slashes at the end
 * are wrong in the path.
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
    if (path.startsWith('/api/') || !(isReading || prefersPage(request)))
      throw new RefusalError(PATH_NOT_FOUND);
    const shorter = withoutSlashes(path);
    const known = [shorter, shorter.toLowerCase()].find((one) => one !== path && files.has(one));
    if (known !== undefined) return reply.redirect(known + search, 308);
    return sendFile(notFound, request, reply.code(404));
  };
  app.setNotFoundHandler(answer);
  // This hook answers before the body of the request is read.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) answer(request, reply).catch(done);
    else done();
  });
}

/** A regular expression would take quadratic time on a path of many slashes. @public */
export function withoutSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end--;
  return path.slice(0, end);
}

/** The days that a security.txt is valid. RFC 9116 §2.5.5 recommends less than a year. */
const VALID_DAYS = 180;

/** Where to report a vulnerability (RFC 9116). Generated at each request, so that it never expires. */
export function securityText(now: Date, origin: string): string {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const expires = new Date(today + VALID_DAYS * DAY_MS).toISOString().replace('.000', '');
  return `${[
    `Contact: mailto:${BRAND.securityEmail}`,
    `Expires: ${expires}`,
    `Preferred-Languages: ${SECURITY_LANGUAGES.join(', ')}`,
    `Canonical: ${origin}${DISCOVERY.securityText}`,
  ].join('\n')}\n`;
}

export function wellKnownRoutes(app: FastifyInstance, deps: AppDeps): void {
  const { clock, origin } = deps;
  const route = declareRoutes(app, deps);
  route.get(DISCOVERY.securityText, { answers: { 200: 'text/plain' } }, async ({ reply }) =>
    reply
      .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' })
      .send(securityText(clock(), origin)),
  );
  route.get(DISCOVERY.securityTextAtRoot, { answers: { 308: 'text/plain' } }, async ({ reply }) =>
    reply.redirect(DISCOVERY.securityText, 308),
  );
  // The redirect is not permanent, because the page may move.
  route.get(DISCOVERY.changePassword, { answers: { 303: 'text/plain' } }, async ({ reply }) =>
    reply.header('cache-control', 'no-store').redirect(PAGES.security, 303),
  );
}
