import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createProviderFetch } from './provider.ts';

const LONG = 60_000;
const SHORT = 50;

async function serverThat(answers: RequestListener): Promise<string> {
  const server = createServer(answers).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const unavailable = (detail: string) => expect.objectContaining({ code: 'provider-unavailable', detail });

describe('a call to a provider', () => {
  it('reads the whole answer, also of a refusal', async () => {
    const url = await serverThat((_, response) => response.writeHead(400).end('{"error":"no"}'));
    const answer = await createProviderFetch(LONG)(url, {});
    expect([answer.status, await answer.text()]).toEqual([400, '{"error":"no"}']);
  });

  it.each([429, 500, 502, 503])(
    'that is answered with status %i fails as “provider unavailable”',
    async (status) => {
      const url = await serverThat((_, response) => response.writeHead(status).end());
      await expect(createProviderFetch(LONG)(url, {})).rejects.toEqual(unavailable(`status-${status}`));
    },
  );

  it('[V16.5.2-2] that gets no answer fails with a timeout', async () => {
    const url = await serverThat(() => {});
    await expect(createProviderFetch(SHORT)(url, {})).rejects.toEqual(unavailable('TimeoutError'));
  });

  it('whose answer never ends fails with a timeout', async () => {
    const url = await serverThat((_, response) => void response.writeHead(200).write('{'));
    await expect(createProviderFetch(SHORT)(url, {})).rejects.toEqual(unavailable('TimeoutError'));
  });

  it('whose answer is larger than a mebibyte is aborted', async () => {
    const url = await serverThat((_, response) => {
      response.writeHead(200);
      const part = Buffer.alloc(256 * 1024);
      const more = () => {
        while (!response.destroyed && response.write(part));
      };
      response.on('drain', more);
      more();
    });
    await expect(createProviderFetch(LONG)(url, {})).rejects.toEqual(unavailable('Error'));
  });

  it('that cannot connect fails with the reason', async () => {
    const url = await serverThat((request) => request.socket.destroy());
    await expect(createProviderFetch(LONG)(url, {})).rejects.toEqual(unavailable('UND_ERR_SOCKET'));
  });
});
