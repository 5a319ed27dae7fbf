import { createHash } from 'node:crypto';
import { PostgresAdapter, type RawBuilder, SqliteAdapter, sql } from 'kysely';
import { cookieNames } from '#server/accounts/cookies.ts';
import { freshSalt, hashPassword } from '#server/accounts/passwords.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { PROCESS_ORIGIN } from '#server/testing/server-process.ts';
import { addWaitingSignUp } from '../../support/waiting-sign-up.ts';
import { addAuditLines } from './audit-lines.ts';
import { withoutIndexes } from './without-indexes.ts';

export const SECRET = 'only for this run, and long enough for it';
export const PASSWORD = 'the password of everybody here';

/** So many sign-ups wait, whatever the size. */
const WAITING = 400;
/** Of ten users one is signed in, has sent something, and was mailed within the month; of a hundred one has a live link. */
const TENTH = 10;
const HUNDREDTH = 100;

const DAY = 24 * 60 * 60;
const COOKIES = cookieNames(PROCESS_ORIGIN);

/** The things that make a database large, as the site itself stores them. Users are numbered from 1. */
export type ManyUsers = {
  readonly users: number;
  readonly addressOf: (user: number) => string;
  readonly idOf: (user: number) => string;
  /** The cookie of a session; every tenth user has one. */
  readonly sessionCookieOf: (user: number) => string;
  /** The cookie of the browser of a sign-up that waits; these are numbered from 1 as well. */
  readonly pendingCookieOf: (user: number) => string;
};

/** Fills an empty, migrated database, and leaves it as its own housekeeping would have: looked through, written down. */
export async function addManyUsers(db: Db, users: number): Promise<ManyUsers> {
  const hash = await hashPassword(PASSWORD, freshSalt());
  const now = Math.floor(Date.now() / 1_000);
  if (db.getExecutor().adapter instanceof SqliteAdapter) {
    await sql`pragma synchronous = off`.execute(db);
    await sql`pragma cache_size = -1000000`.execute(db);
  }
  await withoutIndexes(db, async (tx) => {
    for (const statement of statements(tx, users, now, hash)) await statement.execute(tx);
    for (let n = 1; n <= WAITING; n++) {
      const signUp = { email: `waiting${n}@example.com`, passwordHash: hash, browser: scattered(n, 8) };
      await addWaitingSignUp(tx, signUp, new Date());
    }
    await addSessions(tx, users / TENTH, now);
  });
  await addAuditLines(db, SECRET, users / TENTH, idOf);
  await settle(db);
  return {
    users,
    addressOf,
    idOf,
    sessionCookieOf: (user) => `${COOKIES.session}=${tokenOf(user)}`,
    pendingCookieOf: (user) => `${COOKIES.pending}=${scattered(user, 8)}`,
  };
}

/** As autovacuum leaves PostgreSQL; on SQLite the log goes into the file. */
async function settle(db: Db): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`vacuum analyze`.execute(db);
    await sql`checkpoint`.execute(db);
  } else await sql`pragma wal_checkpoint(truncate)`.execute(db);
}

/** SQLite has no SHA-256, so these come from here, as many at a time as a statement may have values. */
async function addSessions(tx: Tx, count: number, now: number): Promise<void> {
  const signedInAt = new Date((now - 60) * 1_000).toISOString();
  const rows = Array.from({ length: count }, (_, at) => ({
    id: scattered((at + 1) * TENTH, 3),
    token_hash: createHash('sha256')
      .update(tokenOf((at + 1) * TENTH))
      .digest('hex'),
    user_id: idOf((at + 1) * TENTH),
    remembered: 1 as const,
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64)',
    created_at: signedInAt,
    last_used_at: signedInAt,
    expires_at: new Date((now + 29 * DAY + 3_600 + (at % 80_000)) * 1_000).toISOString(),
  }));
  for (let at = 0; at < rows.length; at += 2_000)
    await tx
      .insertInto('sessions')
      .values(rows.slice(at, at + 2_000))
      .execute();
}

const addressOf = (user: number) => `person${user}@example.com`;
const idOf = (user: number) => scattered(user, 0);
const tokenOf = (user: number) => scattered(user, 1);

/** Odd, so that no two numbers meet; large, so that what follows one another lies far apart, as random ids do. */
const FACTOR = 25_214_903_917n;
const MASK = 0xffff_ffff_ffffn;

/** An id that looks like any other, from a number; `kind` tells tables apart. */
function scattered(n: number, kind: number): string {
  return `${((BigInt(n) * FACTOR) & MASK).toString(16).padStart(12, '0')}-0000-4000-8000-00000000000${kind}`;
}

function statements(tx: Db, users: number, now: number, hash: string): RawBuilder<unknown>[] {
  const onPostgres = tx.getExecutor().adapter instanceof PostgresAdapter;
  const id = (n: RawBuilder<unknown>, kind: number) => {
    const place = sql`((${n} * ${sql.lit(Number(FACTOR))}) & ${sql.lit(Number(MASK))})`;
    const digits = onPostgres ? sql`lpad(to_hex(${place}), 12, '0')` : sql`printf('%012x', ${place})`;
    return sql`${digits} || ${sql.lit(`-0000-4000-8000-00000000000${kind}`)}`;
  };
  /** Seconds since 1970, as the site writes a time. */
  const time = (seconds: RawBuilder<unknown>) =>
    onPostgres
      ? sql`to_char(to_timestamp(${seconds}) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
      : sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${seconds}, 'unixepoch')`;
  const upTo = (count: number) =>
    sql`with recursive s(n) as (select cast(1 as bigint) union all select n + 1 from s where n < ${sql.lit(count)})`;
  /** Anywhere in so many days before now, with a minute to spare. */
  const within = (n: RawBuilder<unknown>, days: number) =>
    time(sql`${sql.lit(now - 60)} - (${n} * 7919) % ${sql.lit(days * DAY - 3_600)}`);
  const n = sql`n`;
  const user = id(n, 0);
  const tenth = sql`(n * ${sql.lit(TENTH)})`;
  const hundredth = sql`(n * ${sql.lit(HUNDREDTH)})`;
  const born = within(n, 700);
  return [
    sql`insert into users (id, name, email, created_at, updated_at, gender, dob, about, login_count)
      ${upTo(users)} select ${user}, 'Person ' || n, 'person' || n || '@example.com',
      ${born}, ${born}, 'female', '1990-05-17',
      'Writes, walks and reads.', 3 from s`,
    sql`insert into passwords (user_id, hash, updated_at)
      ${upTo(users)} select ${user}, ${sql.lit(hash)}, ${born} from s`,
    sql`insert into submissions (id, form, state, user_id, name, email, message, fields, digest, created_at)
      ${upTo(users / TENTH)} select ${id(tenth, 4)}, 'contact', 'received',
      case when n % 2 = 0 then ${id(tenth, 0)} end, 'Person', 'person' || n * 10 || '@example.com',
      'A message of a few sentences, as people send them. It says what they want, and thanks for it. ' || n, '{}',
      ${id(tenth, 5)} || ${id(n, 5)}, ${within(n, 700)} from s`,
    // What was sent keeps no text (`markSent`).
    sql`insert into outbox (id, user_id, kind, recipient, subject, text_body, html_body, state, attempts,
      next_attempt_at, created_at, sent_at)
      ${upTo(users / TENTH)} select ${id(tenth, 6)}, ${id(tenth, 0)}, 'form-notification',
      'person' || n * 10 || '@example.com', '', '', '', 'sent', 1, ${within(n, 30)}, ${within(n, 30)}, ${within(n, 30)}
      from s`,
    sql`insert into reset_links (token_hash, user_id, expires_at, created_at)
      ${upTo(Math.max(1, users / HUNDREDTH))} select ${id(hundredth, 7)} || ${id(n, 7)}, ${id(hundredth, 0)}, ${time(sql`${sql.lit(now + 3_000)} + n % 600`)},
      ${time(sql`${sql.lit(now - 600)}`)} from s`,
  ];
}
