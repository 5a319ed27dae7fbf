import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Db } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import type { UsersTable } from '#server/database/schema.ts';
import { makeThrowAwayPlace, type ThrowAwayPlace } from '#server/testing/process-database.ts';
import { attachFile, idOf, storeMessage } from '#server/testing/stored-messages.ts';
import { callOnWholeSite } from '#server/testing/whole-site-operator.ts';
import { copyCommand } from './copy.ts';

const URL_OF_TESTS = process.env.TEST_DATABASE_URL;
const AT = '2026-11-21T10:00:00.000Z';

let from: ThrowAwayPlace;
let to: ThrowAwayPlace;
let source: Db;
const copy = (...more: string[]) =>
  callOnWholeSite(copyCommand, from.env, ['--to', to.env.DATABASE_URL ?? '', ...more]);
const raw = (statement: string) => {
  const database = new DatabaseSync(join(from.env.DATA_DIR, 'site.sqlite'));
  database.exec(statement);
  database.close();
};
/** The site is stopped: nobody has its database open. */
const stopSite = () => source.destroy();

async function storeUser(number: number, values: Partial<UsersTable> = {}): Promise<string> {
  const id = values.id ?? `user-${number}`;
  await source
    .insertInto('users')
    .values({
      id,
      name: `Person ${number}`,
      email: `person-${number}@example.com`,
      created_at: AT,
      updated_at: AT,
      gender: '',
      dob: '',
      about: '',
      login_count: number,
      verification_attempts: 0,
      ...values,
    })
    .execute();
  return id;
}

// The way leads from SQLite to PostgreSQL.
describe.runIf(URL_OF_TESTS)('copy', () => {
  beforeEach(async () => {
    from = await makeThrowAwayPlace('');
    to = await makeThrowAwayPlace();
    source = from.open();
    await migrate(source);
    return async () => {
      await source.destroy();
      await from.remove();
      await to.remove();
    };
  });

  function openTarget(): Db {
    const db = to.open();
    onTestFinished(() => db.destroy());
    return db;
  }

  test('hostile rows arrive as they are', async () => {
    const texts = [
      '',
      ' ',
      'null',
      '\\N',
      '\\',
      '"{}",\'; drop table users; --',
      '\r\n\t\u0001\u007f\u0085\u2028',
      'I\u0307 \ufffd \ufffe \uffff \u{10ffff} 𝒳 e\u0301 é',
      '$1 %s $x',
      'x'.repeat(1_000_000),
    ];
    for (const [number, about] of texts.entries()) await storeUser(number, { about });
    // Orders that differ between languages, bytes and UTF-16.
    const ids = ['A', 'a', 'B', 'b', 'é', 'z', '-', '_', '\uffff', '\u{1f600}', '\ud7ff', 'ﬀ', '\u{10000}'];
    for (const [number, id] of ids.entries()) await storeUser(100 + number, { id });
    await storeUser(50, { login_count: 2_147_483_647, last_login: null });
    await storeUser(51, { login_count: -2_147_483_648 });
    const message = await storeMessage(source, 1, { user_id: 'user-50', fields: '{"__proto__":"\\u0000"}' });
    await attachFile(source, message, 'a.bin', 'y'.repeat(300_000));
    await stopSite();

    const { code, out, err } = await copy();
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(`${texts.length + ids.length + 2} users`);
    expect(out).toContain('the copy is a site now');
    expect(out).toContain(`${from.env.DATA_DIR}/auth-secret`);
    const target = openTarget();
    const about = await target.selectFrom('users').select(['id', 'about']).execute();
    for (const [number, text] of texts.entries()) {
      expect(about.find(({ id }) => id === `user-${number}`)?.about).toBe(text);
    }
    await migrate(target);
    expect(existsSync(join(from.env.DATA_DIR, 'copy-id'))).toBe(false);

    const again = await copy();
    expect([again.code, again.err]).toEqual([0, '']);
    expect(again.out).toContain('nothing was to do');
  });

  test('what the site writes between two calls is carried over, and no site starts before the last', async () => {
    for (let number = 1; number <= 5; number++) await storeUser(number);
    for (let number = 1; number <= 5; number++) await storeMessage(source, number, { user_id: 'user-2' });
    const first = await copy();
    expect([first.code, first.err]).toEqual([0, '']);
    expect(first.out).toContain('The site is running');
    await expect(migrate(openTarget())).rejects.toThrow('A copy into this database is not finished');

    // Two people swap a unique value, one goes with all that is theirs, one is new.
    await source.updateTable('users').set({ email: 'swap' }).where('id', '=', 'user-1').execute();
    await source
      .updateTable('users')
      .set({ email: 'person-1@example.com' })
      .where('id', '=', 'user-3')
      .execute();
    await source
      .updateTable('users')
      .set({ email: 'person-3@example.com' })
      .where('id', '=', 'user-1')
      .execute();
    await source.deleteFrom('users').where('id', '=', 'user-2').execute();
    await storeMessage(source, 9, { user_id: await storeUser(6) });
    await stopSite();
    const last = await copy();
    expect([last.code, last.err]).toEqual([0, '']);
    expect(last.out).toContain('users: 3 rows removed, 3 added');
    const target = openTarget();
    await migrate(target);
    const emails = await target.selectFrom('users').select('email').orderBy('id').execute();
    expect(emails.map(({ email }) => email)).toEqual([3, 1, 4, 5, 6].map((n) => `person-${n}@example.com`));
    const messages = await target.selectFrom('submissions').select(['id', 'user_id']).execute();
    expect(messages).toEqual([{ id: idOf(9), user_id: 'user-6' }]);
  });

  test('a copy that was used as a site, and one of another site, are left alone', async () => {
    await storeUser(1);
    await copy();
    const other = await makeThrowAwayPlace('');
    onTestFinished(other.remove);
    const otherDb = other.open();
    await migrate(otherDb);
    await otherDb.destroy();
    const target = to.env.DATABASE_URL ?? '';
    const foreign = await callOnWholeSite(copyCommand, other.env, ['--to', target]);
    expect([foreign.code, foreign.err]).toEqual([1, expect.stringContaining('copy of another site')]);

    await stopSite();
    expect((await copy()).code).toBe(0);
    const db = openTarget();
    await sql`update users set about = 'written since'`.execute(db);
    const again = await copy();
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('it is left as it is')]);
    expect((await db.selectFrom('users').select('about').execute())[0]?.about).toBe('written since');
  });

  test('what PostgreSQL cannot keep is named row by row before anything is written, and mended on demand', async () => {
    await storeUser(1, { about: 'a\0b' });
    await storeUser(2);
    await storeUser(3, { about: 'really \ufffd' });
    raw(`update users set name = cast(x'61eda08062' as text) where id = 'user-2'`);
    const refused = await copy();
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('users id "user-1": about has a character NUL');
    expect(refused.err).toContain('users id "user-2": name has bytes that are no text (UTF-8)');
    expect(refused.err).toContain('2 values');
    await stopSite();
    expect(await copy('--mend')).toMatchObject({ code: 0, err: '' });
    const users = await openTarget().selectFrom('users').select(['name', 'about']).orderBy('id').execute();
    expect(users).toEqual([
      { name: 'Person 1', about: 'a\ufffdb' },
      { name: 'a\ufffd\ufffd\ufffdb', about: '' },
      { name: 'Person 3', about: 'really \ufffd' },
    ]);
  });

  test('what nobody can mend stays where it is', async () => {
    await storeUser(1);
    raw(`update users set login_count = 'many', about = x'00ff', verification_attempts = 3000000000`);
    const { code, err } = await copy('--mend');
    expect(code).toBe(1);
    expect(err).toContain('login_count is no whole number');
    expect(err).toContain('about is no text');
    expect(err).toContain('verification_attempts is too large a number');
    expect(err).toContain('Correct or delete those rows first');
  });

  test('a difference is found in every column, in both directions, and never called equal', async () => {
    for (let number = 1; number <= 3; number++) await storeUser(number);
    await copy();
    const db = openTarget();
    const trigger = `create function spoil() returns trigger language plpgsql as
      $$ begin new.about = 'spoiled'; return new; end $$`;
    await sql.raw(trigger).execute(db);
    await sql`create trigger spoil before insert on users for each row execute function spoil()`.execute(db);
    await sql`delete from users where id = 'user-2'`.execute(db);
    await stopSite();
    const { code, err } = await copy();
    expect([code, err]).toEqual([1, expect.stringContaining('users id "user-2": changed')]);
    await expect(migrate(db)).rejects.toThrow('not finished');
  });

  test('what is not understood, or is on PostgreSQL already', async () => {
    expect((await callOnWholeSite(copyCommand, from.env, [])).code).toBe(2);
    expect((await callOnWholeSite(copyCommand, from.env, ['--to', 'file.sqlite'])).code).toBe(2);
    const there = await callOnWholeSite(copyCommand, to.env, ['--to', to.env.DATABASE_URL ?? '']);
    expect([there.code, there.err]).toEqual([1, expect.stringContaining('PostgreSQL server already')]);
  });
});
