import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { advisoryLock } from './advisory-lock.ts';
import { type Db, openDatabase, type Tx } from './database.ts';

const URL_OF_TESTS = process.env.TEST_DATABASE_URL ?? '';
const onPostgres = test.runIf(URL_OF_TESTS);

async function openSite(schema: string): Promise<Db> {
  const db = openDatabase({ kind: 'postgres', url: URL_OF_TESTS }, () => {});
  onTestFinished(() => db.destroy());
  await sql`create schema if not exists ${sql.id(schema)}`.execute(db);
  onTestFinished(async () => void (await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(db)));
  const site = openDatabase({ kind: 'postgres', url: URL_OF_TESTS, schema }, () => {});
  onTestFinished(() => site.destroy());
  return site;
}

async function waits(
  [holder, hold]: readonly [Db, (tx: Tx) => Promise<unknown>],
  [other, take]: readonly [Db, (tx: Tx) => Promise<unknown>],
): Promise<boolean> {
  return holder.transaction().execute(async (held) => {
    await hold(held);
    return other
      .transaction()
      .execute(async (tx) => {
        await sql`set local lock_timeout = '200ms'`.execute(tx);
        await take(tx);
        return false;
      })
      .catch((error: { code?: string }) => {
        if (error.code !== '55P03') throw error;
        return true;
      });
  });
}

const locks = (name: string) => (tx: Tx) => advisoryLock(tx, name);
const locksAsBefore = (name: string) => (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);

// This test needs PostgreSQL, because SQLite has no advisory locks.
onPostgres(
  'processes of one site wait for each other’s locks, but two sites in one database do not wait for each other',
  async () => {
    const [one, same, other] = [await openSite('lock_a'), await openSite('lock_a'), await openSite('lock_b')];
    const names = ['owners', 'audit marks', 'reply 7', 'deletions 7', 'payments of 7', 'operator notice'];
    for (const name of names) {
      expect(await waits([one, locks(name)], [same, locks(name)]), name).toBe(true);
      expect(await waits([one, locks(name)], [other, locks(name)]), name).toBe(false);
    }
  },
);

onPostgres.each([
  'address asha@example.com',
  'receipt asha@example.com',
  'submission key contact 7',
  'submission 7',
  'requested mails',
  'launch list mails',
  'launch mail',
  'quarantine digest',
  'signing-key',
  'analytics sums',
])(
  'during an upgrade, a process of version 1.0.0 and one of this version wait for each other’s lock “%s”',
  async (name) => {
    const [one, same] = [await openSite('lock_a'), await openSite('lock_a')];
    expect(await waits([one, locksAsBefore(name)], [same, locks(name)])).toBe(true);
    expect(await waits([one, locks(name)], [same, locksAsBefore(name)])).toBe(true);
  },
);
