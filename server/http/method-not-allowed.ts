import type { FastifyInstance, HTTPMethods } from 'fastify';
import { METHOD_NOT_ALLOWED } from '#contract/errors.ts';
import { refuse } from './refusal.ts';

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

/**
 * Answers 405 with `Allow` to all other methods of the routes that are added after this call. `refuseOtherMethods` must be
 * called after the last route.
 *
 * @param isFile whether a path is also a file of the site, which GET reads
 */
export function collectMethods(
  app: FastifyInstance,
  isFile: (path: string) => boolean = () => false,
): { readonly refuseOtherMethods: () => void } {
  const allowed = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return;
    const methods = allowed.get(url) ?? new Set(isFile(url) ? ['GET', 'HEAD'] : []);
    for (const one of [method].flat()) methods.add(one);
    allowed.set(url, methods);
  });
  return {
    refuseOtherMethods: () => {
      for (const [url, methods] of [...allowed]) {
        const allow = [...methods].sort().join(', ');
        app.route({
          url,
          method: METHODS.filter((method) => !methods.has(method)),
          exposeHeadRoute: false,
          config: { refusesMethods: true },
          // Refuses before the body is read.
          onRequest: async (_request, reply) => {
            reply.header('allow', allow);
            refuse(METHOD_NOT_ALLOWED);
          },
          handler: () => refuse(METHOD_NOT_ALLOWED),
        });
      }
    },
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    refusesMethods?: true;
  }
}
