import { SqliteAdapter, sql } from 'kysely';
import { freshSalt, hashPassword } from '#features/accounts/server/passwords.ts';
import type { Db } from '#server/database/database.ts';
import { BENCH_PASSWORD } from '../support/confirmed-accounts.ts';

/**
 * Fills an empty, migrated database with users named by `benchAddress`, and leaves it as regular maintenance would. All have
 * a password; one in sixteen is signed in and has sent a message.
 */
export async function addManyUsers(db: Db, users: number): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  if (isSqlite) {
    await sql`pragma synchronous = off`.execute(db);
    await sql`pragma cache_size = -1000000`.execute(db);
  }
  const hash = await hashPassword(BENCH_PASSWORD, freshSalt());
  const [now, nextMonth] = [0, 30].map((days) =>
    new Date(Date.now() + days * 24 * 60 * 60_000).toISOString(),
  );
  const id = isSqlite ? sql`lower(hex(randomblob(16)))` : sql`gen_random_uuid()::text`;
  const some = sql`from users where id like 'a%'`;
  await db.transaction().execute(async (tx) => {
    await sql`insert into users (id, name, email, created_at, updated_at, gender, dob, about, login_count)
      with recursive s(n) as (select 0 union all select n + 1 from s where n + 1 < ${sql.lit(users)})
      select ${id}, 'Person ' || n, 'person-' || n || '@example.com', ${now}, ${now}, 'female', '1990-05-17',
      'Writes, walks and reads.', 3 from s`.execute(tx);
    await sql`insert into passwords (user_id, hash, updated_at) select id, ${hash}, ${now} from users`.execute(
      tx,
    );
    await sql`insert into sessions (id, token_hash, user_id, remembered, browser, created_at, last_used_at, expires_at)
      select ${id}, ${id}, id, 1, 'Firefox on Linux', ${now}, ${now}, ${nextMonth} ${some}`.execute(tx);
    await sql`insert into submissions (id, form, state, user_id, name, email, message, fields, digest, created_at)
      select ${id}, 'contact', 'received', id, name, email, 'A message of a few sentences, as people send them.',
      '{}', ${id}, ${now} ${some}`.execute(tx);
  });
  // Vacuums PostgreSQL as autovacuum would; on SQLite, moves the write-ahead log into the file.
  if (isSqlite) await sql`pragma wal_checkpoint(truncate)`.execute(db);
  else for (const work of [sql`vacuum analyze`, sql`checkpoint`]) await work.execute(db);
}
