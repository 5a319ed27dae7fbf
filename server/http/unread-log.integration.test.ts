import { Agent, request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { OPERATIONS } from '#contract/paths.ts';
import { parseMetrics } from '#server/testing/read-metrics.ts';
import { openTestPlace, startTestServer } from '#server/testing/test-process.ts';

/** More lines than the pipe and the buffer of the log hold together. */
const REQUESTS = 10_000;
const AT_ONCE = 20;

test('a site whose log nobody reads goes on answering, counts the lines that are lost, and ends when asked to', async () => {
  const place = await openTestPlace();
  const server = await startTestServer({ ...place.env, LOG_LEVEL: 'info' }, 'unread');
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  onTestFinished(() => agent.destroy());
  const ask = () =>
    new Promise<number | undefined>((resolve, reject) => {
      const outgoing = request(server.url, { agent, method: 'HEAD' }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode));
      });
      outgoing.once('error', reject).end();
    });
  let asked = 0;
  const visitor = async () => {
    while (asked++ < REQUESTS) expect(await ask()).toBe(200);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, visitor));

  const metrics = parseMetrics(await (await fetch(server.url + OPERATIONS.metrics)).text());
  expect(metrics.get('site_log_lines_dropped_total')).toBeGreaterThan(0);
  server.terminate();
  expect(await server.exit).toEqual({ code: 0, signal: null });
}, 60_000);
