import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { OPERATIONS } from '#contract/paths.ts';
import { BACKUP_MADE } from '#server/audit/core-actions.ts';
import { recordAlone } from '#server/audit/record-action.ts';
import { type DatabaseLocation, type Db, openDatabase } from '#server/database/database.ts';
import { FEATURES } from '#server/features.ts';
import { changesSince, openTestApp, parseMetrics, readMetrics } from '#server/testing/test-app.ts';
import { inject, type TestAnswer } from '#server/testing/test-client.ts';
import { createMetrics } from './metrics.ts';
import { metricsRoutes } from './routes.ts';

function scraper(deps: Parameters<typeof metricsRoutes>[1]): () => Promise<TestAnswer> {
  const app = Fastify();
  metricsRoutes(app, deps);
  return () => inject(app, `http://localhost:3000${OPERATIONS.metrics}`);
}

const openSite = () => openTestApp({ DATA_DIR: '.' });

test('without its database, the site still serves metrics, in which site_database_up is 0', async () => {
  const { deps, browser } = await openSite();
  const away = openDatabase({ kind: 'sqlite', file: ':memory:' }, () => {});
  await away.destroy();
  const samples = parseMetrics((await scraper({ ...deps, db: away })()).text);
  expect(samples.get('site_database_up')).toBe(0);
  expect(samples.get('site_sign_ups_total')).toBe(0);

  const back = await readMetrics({ deps, browser });
  expect(back.get('site_database_up')).toBe(1);
  expect(back.get('site_data_disk_free_bytes')).toBeGreaterThan(0);
  for (const name of ['site_outbox_waiting_mails', 'site_outbox_oldest_waiting_seconds'])
    expect([samples.has(name), back.has(name)]).toEqual([false, true]);
});

test('the metrics contain the age of the last successful backup if this backup is at most three days old', async () => {
  const site = await openSite();
  const age = async () => (await readMetrics(site)).get('site_backup_age_seconds');
  expect(await age()).toBeUndefined();
  await recordAlone(site.deps, { action: BACKUP_MADE, actor: 'operator' });
  expect(await age()).toBeLessThan(60);
  const ageAfter = async (hours: number) => {
    const at = new Date(site.deps.clock().getTime() - hours * 3_600_000).toISOString();
    await site.db.updateTable('audit').set({ at }).execute();
    return age();
  };
  expect(await ageAfter(30)).toBeCloseTo(30 * 3_600, -2);
  expect(await ageAfter(73)).toBeUndefined();
});

test('the metrics query an unresponsive database only once, and wait for it no longer than the time limit', async () => {
  const site = await openSite();
  let asked = 0;
  const silent = new Proxy(site.db, {
    get: (db, name: keyof Db) => {
      if (name !== 'selectFrom') return db[name];
      asked += 1;
      const query: unknown = new Proxy(() => {}, {
        get: (_, method) => (method === 'execute' ? () => new Promise(() => {}) : () => query),
      });
      return () => query;
    },
  });
  const scrape = scraper({ ...site.deps, db: silent, collectWithin: 5 });
  for (let round = 0; round < 3; round++) {
    const answers = await Promise.all([scrape(), scrape()]);
    for (const { text } of answers) expect(parseMetrics(text).get('site_database_up')).toBe(0);
  }
  expect(asked).toBe(1);
});

test('the metrics count queries, query errors by kind, and connections of PostgreSQL', async () => {
  const site = await openSite();
  const metrics = createMetrics({ features: FEATURES, release: { version: 'test', commit: 'test' } });
  const url = process.env.TEST_DATABASE_URL ?? '';
  const place = url === '' ? { kind: 'sqlite', file: ':memory:' } : { kind: 'postgres', url };
  const db = openDatabase(place as DatabaseLocation, () => {}, { watch: metrics.database });
  onTestFinished(() => db.destroy());
  const scrape = scraper({ ...site.deps, metrics });
  const read = async () => parseMetrics((await scrape()).text);
  const before = await read();
  // The table is temporary, because other test files list the tables of all schemas.
  const table = db.schema.createTable('watched').temporary();
  await table.addColumn('id', 'integer', (column) => column.primaryKey()).execute();
  const insert = db.insertInto('watched' as 'users').values({ id: 1 } as never);
  await insert.execute();
  await expect(insert.execute()).rejects.toThrow();
  await expect(
    db
      .selectFrom('not_there' as 'users')
      .selectAll()
      .execute(),
  ).rejects.toThrow();
  const after = await read();
  expect(changesSince(before, after, 'site_database_query_errors_total')).toEqual({
    'site_database_query_errors_total{kind="constraint"}': 1,
    'site_database_query_errors_total{kind="failed"}': 1,
  });
  expect(after.get('site_database_query_duration_seconds_count')).toBe(2);
  const connections = ['', '_idle', '_wanted'].map((name) => after.get(`site_database_connections${name}`));
  expect(connections).toEqual(url === '' ? [undefined, undefined, undefined] : [1, 1, 0]);
});

test('[V16.3.3] requests with invented paths, methods and headers add no time series to the metrics', async () => {
  const site = await openSite();
  const browser = site.browser();
  const paths = ['/x', '/api/x', '/api/user/x', '/f/x', '/p/x/f/y', '/mailbox/x', '/x/../y', '/'];
  const flood = async (round: string) => {
    const headers = { [`x-${round}`]: round };
    for (const path of paths)
      for (const method of ['GET', 'POST', 'PURGE'])
        await browser.send(`${path}${path === '/' ? '' : round}?${round}`, { method, headers });
    await browser.post(`/f/${round}`, { [round]: round });
    await browser.get(`/api/account/social/${round}`);
    await browser.get(`/assets/${round}.js`);
    await browser.get(`/${encodeURIComponent('"}\n# EVIL 1\n{')}${round}`);
  };
  await flood('one');
  await readMetrics(site);
  const before = [...(await readMetrics(site)).keys()];
  for (const round of ['two', 'three-0000', `long${'o'.repeat(500)}`, '__proto__', 'constructor'])
    await flood(round);
  expect([...(await readMetrics(site)).keys()]).toEqual(before);
  expect(before.join('\n')).not.toMatch(/EVIL|PURGE|example/);
});
