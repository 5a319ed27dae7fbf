import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { signInPath } from '#content/page-paths.ts';
import { RefusalError } from '#server/http/refusal.ts';
import { requestTarget } from '#server/http/request-target.ts';
import { decodedPath, type FileServer } from './serve-files.ts';
import type { Site } from './site.ts';

/**
 * What is answered where no route is: a redirect where only slashes at the end are too much, and from a profile without
 * a session (spec §5; the page would do the same once its scripts ran); 405 for other methods of a file; the not-found
 * page for readers, JSON for programs.
 */
export function answerNotFound(app: FastifyInstance, { files }: Site, { serveNotFound }: FileServer): void {
  const answer = (request: FastifyRequest, reply: FastifyReply): unknown => {
    const { path, search } = requestTarget(request.url);
    const isReading = ['GET', 'HEAD'].includes(request.method);
    if (files.has(decodedPath(path))) {
      if (isReading) return reply.header('cache-control', 'no-store').redirect(signInPath(path));
      reply.header('allow', 'GET, HEAD');
      throw new RefusalError('METHOD_NOT_ALLOWED');
    }
    if (!isReading || path.startsWith('/api/')) throw new RefusalError('PATH_NOT_FOUND');
    const shorter = withoutSlashes(path);
    if (shorter !== path && files.has(shorter)) return reply.redirect(shorter + search, 308);
    reply.hijack();
    return serveNotFound({ request: request.raw, response: reply.raw, id: request.id });
  };
  app.setNotFoundHandler(answer);
  // Before a body is read, of whatever type.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) answer(request, reply);
    else done();
  });
}

/** By hand: a regular expression for it takes quadratic time on a path full of slashes. */
function withoutSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end--;
  return path.slice(0, end);
}
