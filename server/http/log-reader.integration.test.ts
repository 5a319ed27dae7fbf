import { expect, test } from 'vitest';
import { CLIENT_ERRORS } from '#contract/paths.ts';
import { openTestPlace, startTestServer } from '#server/testing/test-process.ts';

test('a site whose log reader goes away serves on, and stops when asked to', async () => {
  const place = await openTestPlace('');
  const server = await startTestServer(place.env, 'pipe');
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
}, 60_000);
