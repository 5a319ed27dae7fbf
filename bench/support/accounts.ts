import { sql } from 'kysely';
import { ACCOUNT_API } from '#contract/paths.ts';
import { freshSalt, hashPassword } from '#features/accounts/server/passwords.ts';
import { isPostgres } from '#server/database/advisory-lock.ts';
import type { Db } from '#server/database/database.ts';
import { type Client, createClient } from './client.ts';

const PASSWORD = 'the password of the owner';

/** The email address and password of the account with this number. */
export const credentials = (n: number | string) => ({
  email: `person-${n}@example.com`,
  password: PASSWORD,
  rememberDevice: true,
});

/**
 * Fills a migrated database with accounts that have the addresses and the password of `credentials`, and then runs the database's
 * regular maintenance. All accounts share one password hash, because a hash for each account would take hours. One account in
 * sixteen is signed in and has sent a message.
 */
export async function addAccounts(db: Db, accounts: number): Promise<void> {
  if (!isPostgres(db))
    for (const setting of ['synchronous = off', 'cache_size = -1000000'])
      await sql.raw(`pragma ${setting}`).execute(db);
  const hash = await hashPassword(PASSWORD, freshSalt());
  const [now, nextMonth] = [0, 30].map((days) =>
    new Date(Date.now() + days * 24 * 60 * 60_000).toISOString(),
  );
  const id = isPostgres(db) ? sql`gen_random_uuid()::text` : sql`lower(hex(randomblob(16)))`;
  const some = sql`from users where id like 'a%'`;
  await db.transaction().execute(async (tx) => {
    await sql`insert into users (id, name, email, created_at, updated_at, gender, dob, about, login_count)
      with recursive s(n) as (select 0 union all select n + 1 from s where n + 1 < ${sql.lit(accounts)})
      select ${id}, 'Person ' || n, 'person-' || n || '@example.com', ${now}, ${now}, 'female', '1990-05-17',
      'Writes, walks and reads.', 3 from s`.execute(tx);
    await sql`insert into passwords (user_id, hash, updated_at)
      select id, ${hash}, ${now} from users`.execute(tx);
    await sql`insert into sessions (id, token_hash, user_id, remembered, browser, created_at, last_used_at, expires_at)
      select ${id}, ${id}, id, 1, 'Firefox on Linux', ${now}, ${now}, ${nextMonth} ${some}`.execute(tx);
    await sql`insert into submissions (id, form, state, user_id, name, email, message, fields, digest, created_at)
      select ${id}, 'contact', 'received', id, name, email, 'A message of a few sentences, as people send them.',
      '{}', ${id}, ${now} ${some}`.execute(tx);
  });
  // Vacuums PostgreSQL as autovacuum would; on SQLite, moves the write-ahead log into the file.
  const upkeep = isPostgres(db) ? ['vacuum analyze', 'checkpoint'] : ['pragma wal_checkpoint(truncate)'];
  for (const work of upkeep) await sql.raw(work).execute(db);
}

/** Signs in to the account with this number. Returns the client and the id of the account. */
export async function signIn(url: string, n: number): Promise<{ client: Client; id: string }> {
  const client = createClient(url);
  const { text } = await client.post(ACCOUNT_API.signIn, credentials(n));
  return { client, id: JSON.parse(text).data.id };
}
