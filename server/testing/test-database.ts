import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, openDatabase } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';

export type TestDatabase = {
  readonly db: Db;
  /** A second, independent way in, as another process would have. On SQLite in memory there is none: the same one. */
  readonly anotherDb: () => Db;
  /** Throws the data away. */
  readonly close: () => Promise<void>;
};

/**
 * An empty, migrated database of its own: with TEST_DATABASE_URL a throw-away schema on that PostgreSQL server,
 * else SQLite in memory. Every suite that touches the database runs on both (decisions §2).
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const url = process.env.TEST_DATABASE_URL;
  return url === undefined || url === '' ? openInMemory() : openThrowAwaySchema(url);
}

async function openInMemory(): Promise<TestDatabase> {
  const db = openDatabase({ kind: 'sqlite', file: ':memory:' }, failLoudly);
  await migrate(db);
  return { db, anotherDb: () => db, close: () => db.destroy() };
}

async function openThrowAwaySchema(url: string): Promise<TestDatabase> {
  const schema = `test_${randomBytes(8).toString('hex')}`;
  const open = () => openDatabase({ kind: 'postgres', url, schema }, failLoudly);
  const db = open();
  const others: Db[] = [];
  await sql`create schema ${sql.id(schema)}`.execute(db);
  await migrate(db);
  return {
    db,
    anotherDb: () => {
      const other = open();
      others.push(other);
      return other;
    },
    close: async () => {
      await Promise.all(others.map((other) => other.destroy()));
      await sql`drop schema ${sql.id(schema)} cascade`.execute(db);
      await db.destroy();
    },
  };
}

function failLoudly(error: Error): never {
  throw error;
}
