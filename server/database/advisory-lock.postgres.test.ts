import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { advisoryLock } from './advisory-lock.ts';
import { type Db, openDatabase, type Tx } from './database.ts';

const URL_OF_TESTS = process.env.TEST_DATABASE_URL ?? '';

async function openSite(schema: string): Promise<Db> {
  const site = openDatabase({ kind: 'postgres', url: URL_OF_TESTS, schema }, () => {});
  await sql`create schema if not exists ${sql.id(schema)}`.execute(site);
  onTestFinished(async () => {
    await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(site);
    await site.destroy();
  });
  return site;
}

type Holder = { readonly site: Db; readonly lock: (tx: Tx) => Promise<unknown> };

const holderOf = (site: Db, name: string): Holder => ({ site, lock: (tx) => advisoryLock(tx, name) });
const holderAsBefore = (site: Db, name: string): Holder => ({
  site,
  lock: (tx) => sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx),
});

async function waits(holder: Holder, other: Holder): Promise<boolean> {
  return holder.site.transaction().execute(async (held) => {
    await holder.lock(held);
    const taken = other.site.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = '200ms'`.execute(tx);
      await other.lock(tx);
      return false;
    });
    return taken.catch((error: { code?: string }) => {
      if (error.code !== '55P03') throw error;
      return true;
    });
  });
}

// These tests need PostgreSQL, because SQLite has no advisory locks.
describe.runIf(URL_OF_TESTS)('advisory locks', () => {
  test('are waited for by all processes of one site, but not by another site in the same database', async () => {
    const [one, same, other] = [await openSite('lock_a'), await openSite('lock_a'), await openSite('lock_b')];
    for (const name of [
      'owners',
      'audit marks',
      'reply 7',
      'deletions 7',
      'payments of 7',
      'operator notice',
    ]) {
      expect(await waits(holderOf(one, name), holderOf(same, name)), name).toBe(true);
      expect(await waits(holderOf(one, name), holderOf(other, name)), name).toBe(false);
    }
  });

  test('work between a process of version 1.0.0 and one of this version, so that both can run during an upgrade', async () => {
    const [one, same] = [await openSite('lock_a'), await openSite('lock_a')];
    for (const name of [
      ...['address asha@example.com', 'receipt asha@example.com', 'submission key contact 7', 'submission 7'],
      ...['requested mails', 'launch list mails', 'launch mail', 'quarantine digest', 'signing-key'],
      'analytics sums',
    ]) {
      expect(await waits(holderAsBefore(one, name), holderOf(same, name)), name).toBe(true);
      expect(await waits(holderOf(one, name), holderAsBefore(same, name)), name).toBe(true);
    }
  });
});
