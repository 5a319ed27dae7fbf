import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { ACCOUNT_API, OPERATIONS } from '#contract/paths.ts';
import { createApp } from '#server/app.ts';
import { openOwnApp, TEST_ORIGIN } from '#server/testing/test-app.ts';
import { listen } from './listen.ts';

/** A few megabytes are more than the sockets on the way hold: the client is still sending when the answer is known. */
const LARGE = [65 * 1024, 300_000, 3_000_000];

async function openSite() {
  const app = await openOwnApp();
  const server = await listen(await createApp(app.deps), 0);
  onTestFinished(server.close);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const ask = async (method: string, path: string, body?: Buffer, headers: Record<string, string> = {}) => {
    const outgoing = request(`http://127.0.0.1:${server.port}${path}`, {
      agent,
      method,
      headers: { origin: TEST_ORIGIN, 'content-type': 'application/json', ...headers },
    });
    outgoing.end(body);
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    const text = await incoming.setEncoding('utf8').reduce((all: string, part: string) => all + part, '');
    return { status: incoming.statusCode, text };
  };
  return { ask };
}

test.each([
  ['that says its length', {}],
  ['that does not say its length', { 'transfer-encoding': 'chunked' }],
])(
  '[V15.1.3] a body %s and is too large is refused, and the next request on the connection is heard',
  async (_, headers) => {
    const { ask } = await openSite();
    for (let round = 0; round < 2; round++) {
      for (const size of LARGE) {
        const refused = await ask('POST', ACCOUNT_API.signIn, Buffer.alloc(size, 'x'), headers);
        expect({ size, status: refused.status, code: JSON.parse(refused.text).code }).toEqual({
          size,
          status: 413,
          code: 'BODY_TOO_LARGE',
        });
        expect((await ask('GET', OPERATIONS.health)).status).toBe(200);
      }
    }
  },
);

test('[V15.1.3-2] a body of the largest size that is taken reaches its endpoint', async () => {
  const { ask } = await openSite();
  const body = Buffer.from(JSON.stringify({ email: 'x'.repeat(64 * 1024 - 12) }));
  expect(body).toHaveLength(64 * 1024);
  expect((await ask('POST', ACCOUNT_API.signIn, body)).status).toBe(422);
});
