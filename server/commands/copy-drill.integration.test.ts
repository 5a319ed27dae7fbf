import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { ACCOUNT_API, PRODUCT_API } from '#contract/paths.ts';
import type { Db } from '#server/database/database.ts';
import { allTables, dataTables } from '#server/database/site-tables.ts';
import { API_HEADERS, confirmedVisitor } from '#server/testing/confirmed-visitor.ts';
import { startOperator } from '#server/testing/operator-process.ts';
import { PASSWORD } from '#server/testing/people.ts';
import { makeThrowAwayPlace } from '#server/testing/process-database.ts';
import { createRandom, testSeed } from '#server/testing/random.ts';
import { createRestartingSite, until } from '#server/testing/restarting-site.ts';

const PEOPLE = 4_000;
const KILLS = 3;

test.runIf(process.env.TEST_DATABASE_URL)(
  'a copy that is killed again and again ends with every row, and everybody stays signed in',
  async () => {
    const seed = testSeed();
    const random = createRandom(seed);
    const from = await makeThrowAwayPlace('');
    onTestFinished(from.remove);
    const to = await makeThrowAwayPlace();
    const site = await createRestartingSite(from.env);
    const visitor = await confirmedVisitor(site, from.open);
    const source = from.open();
    onTestFinished(() => source.destroy());
    await addPeople(source);
    const target = to.open();
    onTestFinished(async () => {
      await target.destroy();
      await to.remove();
    });

    const copy = () => startOperator(from.env, ['copy', '--to', to.env.DATABASE_URL ?? '']);
    let killed = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const killAt = ((kill + random()) / KILLS) * PEOPLE;
      const running = copy();
      let ended = false;
      void running.end.then(() => {
        ended = true;
      });
      await until(async () => ended || (await rowsIn(target)) > killAt);
      running.kill9();
      // A quick machine may be done before the kill arrives: no harm, as long as not each time.
      if ((await running.end).code === null) killed++;
    }
    expect(killed, `seed ${seed}`).toBeGreaterThan(0);
    const beside = await copy().end;
    expect(beside).toMatchObject({ code: 0, err: '', out: expect.stringContaining('Going on') });

    // What is written after that, and the end of the site on SQLite.
    const saved = { name: 'Moved', about: 'from SQLite' };
    const headers = { ...API_HEADERS, cookie: visitor.cookie };
    expect((await site.post(PRODUCT_API.saveUser, saved, headers))?.status).toBe(200);
    expect(await site.stop()).toEqual({ code: 0, signal: null });
    await source.destroy();
    const last = await copy().end;
    expect(last).toMatchObject({ code: 0, err: '', out: expect.stringContaining('the copy is a site now') });

    const copied = from.open();
    onTestFinished(() => copied.destroy());
    for (const table of await dataTables(copied)) {
      expect(await linesOf(target, table), table).toEqual(await linesOf(copied, table));
    }
    const secret = readFileSync(join(from.env.DATA_DIR, 'auth-secret'), 'utf8');
    const moved = await createRestartingSite({ ...to.env, AUTH_SECRET: secret });
    expect(
      (await moved.post(PRODUCT_API.saveUser, { ...saved, about: 'on PostgreSQL' }, headers))?.status,
    ).toBe(200);
    const { email } = visitor;
    expect((await moved.post(ACCOUNT_API.signIn, { email, password: PASSWORD }, API_HEADERS))?.status).toBe(
      200,
    );
    expect(await moved.stop()).toEqual({ code: 0, signal: null });
  },
  300_000,
);

async function addPeople(db: Db): Promise<void> {
  await sql`
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${PEOPLE})
    insert into users (id, name, email, created_at, updated_at)
    select 'person-' || n, 'Person ' || n, 'person-' || n || '@example.com', '2026-11-21', '2026-11-21' from numbers`.execute(
    db,
  );
  await sql`
    insert into submissions (id, form, state, user_id, name, email, message, fields, digest, created_at)
    select 'message-' || id, 'contact', 'received', id, name, email, 'Hello', '{}', id, '2026-11-21'
    from users where id like 'person-%'`.execute(db);
}

async function rowsIn(db: Db): Promise<number> {
  const tables = await allTables(db);
  if (!tables.includes('submissions') || !tables.includes('users')) return 0;
  const { rows } = await sql<{ count: string }>`
    select (select count(*) from users) + (select count(*) from submissions) as count`.execute(db);
  return Number(rows[0]?.count);
}

async function linesOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db);
  return rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
}
