import { expect, onTestFinished, test, vi } from 'vitest';
import { ACCOUNT_API, OPERATIONS } from '#contract/paths.ts';
import { makeThrowAwayPlace } from '#server/testing/process-database.ts';
import { parseMetrics, type Samples } from '#server/testing/read-metrics.ts';
import { until } from '#server/testing/restarting-site.ts';
import { PROCESS_ORIGIN, type ServerProcess, startServerProcess } from '#server/testing/server-process.ts';

const TOKEN = 'a-token-for-Prometheus';
const LIMIT = 60_000;

const scrape = (server: ServerProcess, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${OPERATIONS.metrics}`, { headers });

async function samplesOf(server: ServerProcess): Promise<Samples> {
  return parseMetrics(await (await scrape(server)).text());
}

test(
  'two processes each tell what they did themselves, and the same of what they share',
  async () => {
    const place = await makeThrowAwayPlace();
    onTestFinished(place.remove);
    const env = { ...place.env, METRICS_TOKEN: TOKEN };
    const [one, two] = await Promise.all([startServerProcess(env), startServerProcess(env)]);
    onTestFinished(async () => void (await Promise.all([one.kill9(), two.kill9()])));

    const signUp = await fetch(`${one.url}${ACCOUNT_API.signUp}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: PROCESS_ORIGIN },
      body: JSON.stringify({ email: 'somebody@example.com', password: 'correct horse battery' }),
    });
    expect(signUp.status).toBe(200);
    // The worker writes the mail at its own pace.
    await vi.waitFor(
      async () => expect((await samplesOf(one)).get('site_outbox_waiting_mails')).toBe(1),
      10_000,
    );

    // The mail is written within a second.
    await until(async () => (await samplesOf(one)).get('site_outbox_waiting_mails') === 1);
    const [first, second] = [await samplesOf(one), await samplesOf(two)];
    expect([first.get('site_sign_ups_total'), second.get('site_sign_ups_total')]).toEqual([1, 0]);
    for (const samples of [first, second]) {
      expect(samples.get('site_outbox_waiting_mails')).toBe(1);
      expect(samples.get('site_database_up')).toBe(1);
      expect(samples.get('site_data_disk_free_bytes')).toBeGreaterThan(0);
      expect(samples.get('process_open_fds')).toBeGreaterThan(0);
      expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(0);
      expect(samples.has('nodejs_eventloop_lag_p99_seconds')).toBe(true);
    }
    expect(first.get('process_start_time_seconds')).toBeGreaterThan(0);

    // Over a real connection: what a proxy adds shuts the door of this machine, and the token opens it.
    const forged = { 'x-forwarded-for': '127.0.0.1' };
    expect((await scrape(one, forged)).status).toBe(404);
    expect((await scrape(one, { ...forged, authorization: `Bearer ${TOKEN}` })).status).toBe(200);
    expect(one.output() + two.output()).not.toContain(TOKEN);
  },
  LIMIT,
);
