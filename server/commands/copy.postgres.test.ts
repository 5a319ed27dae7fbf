import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type KyselyPlugin, sql } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ACCOUNT_API, PRODUCT_API } from '#contract/paths.ts';
import { allTables } from '#server/backup/tables.ts';
import { copyToPostgres } from '#server/commands/copy.ts';
import type { Db } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { createSiteOperator } from '#server/testing/operators.ts';
import { PASSWORD } from '#server/testing/people.ts';
import { type ThrowAwayPlace, withDatabase } from '#server/testing/process-database.ts';
import { API_HEADERS, confirmedVisitor, createRestartingSite } from '#server/testing/server-process.ts';
import { attachFile, idOf, storeMessage } from '#server/testing/stored-rows.ts';
import { openTestPlace, startTestServer } from '#server/testing/test-process.ts';

let from: ThrowAwayPlace;
let to: ThrowAwayPlace;
let file: string;
let target: Db;
const copy = (options = '') =>
  createSiteOperator(from.env).run('copy', '--to', `${to.env.DATABASE_URL}${options}`);

// These tests need PostgreSQL, because the command copies from SQLite to PostgreSQL.
describe.runIf(process.env.TEST_DATABASE_URL)(
  'the command “operator copy”, which copies a site from SQLite to PostgreSQL,',
  () => {
    beforeEach(async () => {
      from = await openTestPlace('');
      to = await openTestPlace();
      file = join(from.env.DATA_DIR, 'site.sqlite');
      target = to.open();
      onTestFinished(() => target.destroy());
    });

    const onSite = (work: (db: Db) => Promise<unknown>) =>
      withDatabase(from, async (db) => {
        await migrate(db);
        await work(db);
      });

    async function expectRefusal(copied: ReturnType<typeof copy>, words: string): Promise<void> {
      expect(await copied).toMatchObject({ code: 1, err: expect.stringContaining(words) });
      expect(await allTables(target)).toEqual([]);
    }

    const messagesOfTarget = () =>
      target.selectFrom('submissions').select(['id', 'message']).orderBy('id').execute();

    test('keeps people signed in and their passwords valid', async () => {
      const site = await createRestartingSite(from.env, startTestServer);
      const { cookie, email } = await confirmedVisitor(site, from.open);
      expect(await site.stop()).toEqual({ code: 0, signal: null });

      const { code, out, err } = await copy();
      expect([code, err]).toEqual([0, '']);
      expect(out).toContain('users: 1 row\n');
      expect(out).toContain(`AUTH_SECRET to the content of ${from.env.DATA_DIR}/auth-secret`);

      const secret = readFileSync(join(from.env.DATA_DIR, 'auth-secret'), 'utf8');
      const moved = await createRestartingSite({ ...to.env, AUTH_SECRET: secret }, startTestServer);
      const record = { name: 'Moved', about: 'on PostgreSQL' };
      const saved = await moved.post(PRODUCT_API.saveUser, record, { ...API_HEADERS, cookie });
      const signedIn = await moved.post(ACCOUNT_API.signIn, { email, password: PASSWORD }, API_HEADERS);
      expect([saved?.status, signedIn?.status]).toEqual([200, 200]);
    }, 60_000);

    test('keeps hostile texts and unusual ids unchanged, except for NUL, which PostgreSQL cannot store', async () => {
      const texts = [
        ...['', 'null', '\\N', '\\', '"{}",\'; drop table users; --', '\r\n\t\u0001\u007f\u0085\u2028'],
        ...['I\u0307 \ufffd \ufffe \uffff \u{10ffff} 𝒳 e\u0301 é', '$1 %s $x', 'x'.repeat(1_000_000)],
      ];
      // These ids sort differently by language, by bytes and by UTF-16.
      const ids = ['A', 'a', 'B', 'é', 'z', '-', '\uffff', '\u{1f600}', 'ﬀ', '\u{10000}'];
      await onSite(async (db) => {
        for (const [number, message] of [...texts, 'a\0b'].entries())
          await storeMessage(db, number, { message });
        for (const id of ids) await storeMessage(db, 1, { id, amount: -2_147_483_648 });
        await attachFile(db, 'A', 'a.bin', 'y'.repeat(300_000));
      });
      const out = expect.stringContaining('it was replaced by U+FFFD in 1 text');
      expect(await copy()).toMatchObject({ code: 0, err: '', out });
      const found = new Map((await messagesOfTarget()).map(({ id, message }) => [id, message]));
      const copied = [...texts, 'a\ufffdb'];
      expect(copied.map((_, number) => found.get(idOf(number)))).toEqual(copied);
      expect(ids.filter((id) => found.has(id))).toEqual(ids);
      const files = await target.selectFrom('submission_files').select('size').execute();
      expect(files).toEqual([{ size: 300_000 }]);
    });

    test.each([
      ['bytes in a text column', `update submissions set message = x'00ff'`, 'holds bytes'],
      ['text in a number column', `update submissions set amount = 'many'`, 'invalid input syntax'],
      ['a number too large for PostgreSQL', 'update submissions set amount = 3000000000', 'out of range'],
      [
        'the tables of another version of the site',
        "delete from kysely_migration where name <> '0001-initial'",
        'is 0001-initial, and this version',
      ],
    ])('fails and copies nothing if the SQLite database contains %s', async (_, statement, words) => {
      await onSite((db) => storeMessage(db, 1));
      const database = new DatabaseSync(file);
      database.exec(statement);
      database.close();
      await expectRefusal(copy(), words);
    });

    test('fails and copies nothing if PostgreSQL returns a copied row with other values', async () => {
      await onSite((db) => storeMessage(db, 1));
      const spoilt = (row: Record<string, unknown>) =>
        'row' in row ? { row: String(row.row).replace('Message 1', 'Message 2') } : row;
      const spoiling: KyselyPlugin = {
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => ({ ...result, rows: result.rows.map(spoilt) }),
      };
      await expect(copyToPostgres(file, target.withPlugin(spoiling))).rejects.toThrow(
        'PostgreSQL stored a row of submissions with other values',
      );
      expect(await allTables(target)).toEqual([]);
    });

    test('refuses to run while the site is running', async () => {
      await onSite((db) => storeMessage(db, 1));
      const running = from.open();
      onTestFinished(() => running.destroy());
      await running.selectFrom('users').select('id').execute();
      await expectRefusal(copy(), 'Stop it first');
    });

    test('refuses a target database that is not empty, and leaves it unchanged', async () => {
      await onSite((db) => storeMessage(db, 1));
      await migrate(target);
      expect(await copy()).toMatchObject({ code: 1, err: expect.stringContaining('is not empty') });
      expect(await messagesOfTarget()).toEqual([]);
    });

    test('says which privilege the PostgreSQL user lacks if it may not create tables', async () => {
      await onSite((db) => storeMessage(db, 1));
      await sql`revoke create on schema public from public`.execute(target);
      const words = 'grant usage, create on schema public to pg_monitor';
      await expectRefusal(copy('?options=-c%20role=pg_monitor'), words);
    });
  },
);
