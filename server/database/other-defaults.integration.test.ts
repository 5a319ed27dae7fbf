import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

const URL_OF_SERVER = process.env.TEST_DATABASE_URL ?? '';
async function openNewDatabase(properties: string, defaults = '') {
  const server = openDatabase({ kind: 'postgres', url: URL_OF_SERVER }, () => {});
  const name = `test_${randomBytes(8).toString('hex')}`;
  await sql`create database ${sql.id(name)} ${sql.raw(properties)}`.execute(server);
  if (defaults !== '') await sql`alter database ${sql.id(name)} ${sql.raw(defaults)}`.execute(server);
  const url = new URL(URL_OF_SERVER);
  url.pathname = `/${name}`;
  const db = openDatabase({ kind: 'postgres', url: url.href }, () => {});
  onTestFinished(async () => {
    await db.destroy();
    await sql`drop database ${sql.id(name)} with (force)`.execute(server);
    await server.destroy();
  });
  return db;
}

test.runIf(URL_OF_SERVER)(
  'a PostgreSQL database that cannot keep every letter is refused at the start, with what to do',
  async () => {
    const latin = await openNewDatabase("encoding 'LATIN1' locale 'C' template template0");
    await expect(migrate(latin)).rejects.toThrow(/keeps text in LATIN1.*encoding UTF8/);
  },
);

test.runIf(URL_OF_SERVER)(
  'where the database makes all transactions serializable, those that change one row at once all succeed',
  async () => {
    const db = await openNewDatabase('', "set default_transaction_isolation = 'serializable'");
    await sql`create table counted (total int not null)`.execute(db);
    await sql`insert into counted values (0)`.execute(db);
    const addOne = () => sql`update counted set total = total + 1`.execute(db);
    const inTransaction = () =>
      db.transaction().execute(async (tx) => {
        await sql`select total from counted`.execute(tx);
        await sql`update counted set total = total + 1`.execute(tx);
      });
    await Promise.all(Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? addOne() : inTransaction())));
    expect((await sql`select total from counted`.execute(db)).rows).toEqual([{ total: 20 }]);
  },
);
