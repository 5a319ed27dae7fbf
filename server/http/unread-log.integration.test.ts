import { expect, test } from 'vitest';
import { CLIENT_ERROR_LIMITS } from '#contract/limits.ts';
import { CLIENT_ERRORS, OPERATIONS } from '#contract/paths.ts';
import { parseMetrics } from '#server/testing/read-metrics.ts';
import { openTestPlace, startTestServer } from '#server/testing/test-process.ts';

/** Each is a line of more than a kilobyte: together more than the pipe and the buffer of the log hold. */
const REPORTS = 1_000;
const AT_ONCE = 20;

test('a site whose log nobody reads goes on answering, counts the lines that are lost, and ends when asked to', async () => {
  const place = await openTestPlace();
  const server = await startTestServer({ ...place.env, RATE_LIMIT_SCALE: '1000000' }, 'unread');
  const stack = 'x '.repeat(CLIENT_ERROR_LIMITS.stack / 2);
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'error', message: 'x is not a function', path: '/story', stack }),
  };
  for (let sent = 0; sent < REPORTS; sent += AT_ONCE) {
    const report = async () => (await fetch(server.url + CLIENT_ERRORS, init)).status;
    const statuses = await Promise.all(Array.from({ length: AT_ONCE }, report));
    expect(new Set(statuses)).toEqual(new Set([204]));
  }

  const metrics = parseMetrics(await (await fetch(server.url + OPERATIONS.metrics)).text());
  expect(metrics.get('site_log_lines_dropped_total')).toBeGreaterThan(0);
  server.terminate();
  expect(await server.exit).toEqual({ code: 0, signal: null });
}, 60_000);
