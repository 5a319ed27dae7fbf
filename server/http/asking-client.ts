import { AsyncLocalStorage } from 'node:async_hooks';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const connections = new AsyncLocalStorage<Socket>();

/** Remembers, through all that a handler awaits, for whom it works. */
export function rememberClients(app: FastifyInstance): void {
  // Not `onRequest`: what comes after a body was read has lost what was remembered before.
  app.addHook('preHandler', ({ raw }, _reply, done) => connections.run(raw.socket, done));
}

/** Whether nobody waits for the answer any more. False outside of requests. */
export function hasClientGone(): boolean {
  return connections.getStore()?.destroyed === true;
}
