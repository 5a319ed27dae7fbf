import { readdirSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { OPERATIONS } from '#contract/paths.ts';
import { CLIENT_ERRORS } from '#features/client-errors/contract.ts';
import { parseMetrics } from '#server/testing/test-app.ts';
import { openTestPlace, startTestServer } from '#server/testing/test-process.ts';

const ASSETS = 'build/site/client/assets';

test('200 clients that send 19 requests each and read no answer cost the server at most 250 MB', async () => {
  const place = await openTestPlace();
  const server = await startTestServer({ ...place.env, LOG_LEVEL: 'silent' });
  const sizeOf = (name: string) => statSync(join(ASSETS, name)).size;
  const [largest] = readdirSync(ASSETS).sort((one, other) => sizeOf(other) - sizeOf(one));
  // The host is in capital letters, because an earlier version had separate code for such a request.
  const ahead = `GET /assets/${largest} HTTP/1.1\r\nHost: LOCALHOST\r\n\r\n`.repeat(19);
  const sockets = Array.from({ length: 200 }, () => connect(server.port, '127.0.0.1'));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  await Promise.all(
    sockets.map(async (socket) => {
      socket.on('error', () => {}).pause();
      await new Promise<void>((resolve) => socket.write(ahead, () => resolve()));
    }),
  );
  const metrics = parseMetrics(await (await fetch(server.url + OPERATIONS.metrics)).text());
  expect(metrics.get('process_resident_memory_bytes')).toBeLessThan(250_000_000);
});

test('a site whose log pipe was closed still answers requests, and stops on SIGTERM', async () => {
  const place = await openTestPlace('');
  const server = await startTestServer(place.env, { isPiped: true });
  server.closeStdout();
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ kind: 'error', message: 'x is not a function', path: '/story' });
  for (let sent = 0; sent < 3; sent++) {
    const { status } = await fetch(server.url + CLIENT_ERRORS, { method: 'POST', headers, body });
    expect(status).toBe(204);
  }
  server.terminate();
  expect(await server.exit).toEqual({ code: 0, signal: null });
});
