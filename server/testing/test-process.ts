import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished, vi } from 'vitest';
import { ACCOUNT_API } from '#contract/paths.ts';
import { makeThrowAwayPlace, type ThrowAwayPlace } from './process-database.ts';
import {
  type ProcessOptions,
  type ServerProcess,
  type ServerSettings,
  startServerProcess,
} from './server-process.ts';

/** Makes an empty database, which is removed when the test has finished. */
export async function openTestPlace(
  ...options: Parameters<typeof makeThrowAwayPlace>
): Promise<ThrowAwayPlace> {
  const place = await makeThrowAwayPlace(...options);
  onTestFinished(place.remove);
  return place;
}

/** A server process with cheap password hashes, because a real hash takes long. It is killed when the test has finished. */
export async function startTestServer(env: ServerSettings, options?: ProcessOptions): Promise<ServerProcess> {
  const cheap = { NODE_OPTIONS: '--import=./server/testing/cheap-hashes.ts' };
  const server = await startServerProcess({ ...cheap, ...env }, options);
  onTestFinished(async () => void (await server.kill9()));
  return server;
}

export const waitFor = <T>(look: () => T | Promise<T>): Promise<T> => vi.waitFor(look, { timeout: 30_000 });

export function newAgent(): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  return agent;
}

export async function answerTo(outgoing: ClientRequest) {
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  return {
    status: incoming.statusCode,
    connection: incoming.headers.connection,
    text: await text(incoming),
  };
}

/**
 * Sends the headers of a sign-up, and waits until the server handles them. The server can answer only after it has received the
 * body.
 */
export async function beginSignUp(
  url: string,
  { origin, email, agent }: { origin: string; email: string; agent?: Agent },
) {
  const body = JSON.stringify({ email, password: 'correct horse' });
  const outgoing = request(url + ACCOUNT_API.signUp, {
    agent,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': body.length,
      origin,
      // The server’s reply "100 Continue" proves that it is processing the request.
      expect: '100-continue',
    },
  });
  outgoing.flushHeaders();
  await once(outgoing, 'continue');
  return { outgoing, body };
}
