import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RefusalError } from '#server/http/refusal.ts';
import { requestTarget } from '#server/http/request-target.ts';
import { sendFile } from './file-routes.ts';
import type { Site } from './site.ts';

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
      throw new RefusalError('METHOD_NOT_ALLOWED');
    }
    if (!isReading || path.startsWith('/api/')) throw new RefusalError('PATH_NOT_FOUND');
    const shorter = withoutSlashes(path);
    if (shorter !== path && files.has(shorter)) return reply.redirect(shorter + search, 308);
    return sendFile(notFound, request, reply.code(404));
  };
  app.setNotFoundHandler(answer);
  // Before a body is read, of whatever type.
  app.addHook('onRequest', async (request, reply) => (request.is404 ? answer(request, reply) : undefined));
}

/** By hand: a regular expression for it takes quadratic time on a path full of slashes. */
function withoutSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end--;
  return path.slice(0, end);
}
