import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RefusalError } from '#server/http/refusal.ts';
import { requestTarget } from '#server/http/request-target.ts';
import { fileWithoutSlash, sendFile } from './routes.ts';
import type { Site } from './site.ts';

/**
 * What is answered where nothing is: a redirect where only slashes at the end are too much, the not-found page for
 * readers, JSON for programs.
 */
export function answerNotFound(app: FastifyInstance, site: Site): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const { path, search } = requestTarget(request.url);
    if (!['GET', 'HEAD'].includes(request.method) || path.startsWith('/api/'))
      throw new RefusalError('PATH_NOT_FOUND');
    const shorter = fileWithoutSlash(site, path);
    if (shorter !== undefined) return reply.redirect(shorter + search, 308);
    return sendFile(request, reply, site.notFound, 404);
  };
  app.setNotFoundHandler(answer);
  // Before a body is read, of whatever type.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) answer(request, reply).catch((error: unknown) => reply.send(error));
    else done();
  });
}
