import { readdirSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { OPERATIONS } from '#contract/paths.ts';
import { CLIENT_ERRORS } from '#features/client-errors/contract.ts';
import { parseMetrics } from '#server/testing/read-metrics.ts';
import { openTestPlace, startTestServer } from '#server/testing/test-process.ts';

const READERS = 200;
const AHEAD = 19;
const MEGABYTE = 1_000_000;
const ASSETS = 'build/site/client/assets';

function largestAsset(): string {
  const sizes = readdirSync(ASSETS).map((name) => ({ name, size: statSync(join(ASSETS, name)).size }));
  const [largest] = sizes.sort((one, other) => other.size - one.size);
  return `/assets/${largest?.name}`;
}

test('200 clients that each send 19 requests and read no answer do not make the server use more than 250 MB', async () => {
  const place = await openTestPlace();
  const server = await startTestServer({ ...place.env, LOG_LEVEL: 'silent' });
  // The host is in capital letters, because an earlier version had separate code for such a request.
  const ahead = `GET ${largestAsset()} HTTP/1.1\r\nHost: LOCALHOST\r\n\r\n`.repeat(AHEAD);
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  await Promise.all(
    Array.from({ length: READERS }, async () => {
      const socket = connect(server.port, '127.0.0.1');
      sockets.push(socket);
      socket.on('error', () => {}).pause();
      await new Promise<void>((resolve) => socket.write(ahead, () => resolve()));
    }),
  );
  const metrics = parseMetrics(await (await fetch(server.url + OPERATIONS.metrics)).text());
  expect(metrics.get('process_resident_memory_bytes')).toBeLessThan(250 * MEGABYTE);
});

test('a site that can no longer write to its log pipe still answers requests, and stops when told to', async () => {
  const place = await openTestPlace('');
  const server = await startTestServer(place.env, { isPiped: true });
  server.closeStdout();
  const report = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'error', message: 'x is not a function', path: '/story' }),
  };
  for (let sent = 0; sent < 3; sent++)
    expect((await fetch(server.url + CLIENT_ERRORS, report)).status).toBe(204);
  server.terminate();
  expect(await server.exit).toEqual({ code: 0, signal: null });
});
