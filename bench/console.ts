import { type RawBuilder, SqliteAdapter, sql } from 'kysely';
import { pathFor } from '#contract/paths.ts';
import { CONSOLE } from '#features/console/contract.ts';
import { LAUNCH_LIST_VIEW } from '#features/launch-list/contract.ts';
import type { Db } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { makeThrowAwayPlace, withDatabase } from '#server/testing/process-database.ts';
import { addConfirmedAccounts, signInBenchAccount } from './support/confirmed-accounts.ts';
import { median, table } from './support/figures.ts';
import { startOwnPostgres } from './support/own-postgres.ts';
import { startSiteOn } from './support/site.ts';

/**
 * How long does a list or a search of the operators' console take with a million people and audit lines and 100,000 messages
 * and mails? Milliseconds of the page as it is opened, and a hundred pages further.
 *
 *   npm run bench -- console
 */
const PEOPLE = 1_000_000;
const MESSAGES = 100_000;
const AUDIT_LINES = 1_000_000;
const TIMES = 9;
const DEEP = 100;
const MOST_MS = 100;

const INBOX = [
  ...['', '?state=done', '?state=all', '?state=quarantined', '?unread=1', '?mine=1', '?form=contact'],
  ...['?words=order', '?words=order&state=all&unread=1', '?words=n77777', '?words=order&form=feedback'],
].map((query) => CONSOLE.inbox + query);
const VIEWS: readonly string[] = [
  ...INBOX,
  CONSOLE.requests,
  ...['?q=asha', '?q=as', '?q=asha+kumar', '?q=n777777', '?q=person-777777@example.com'].map(
    (query) => CONSOLE.people + query,
  ),
  ...['', '?state=sent', '?state=waiting', '?state=dead', '?to=person-7@example.com'].map(
    (query) => CONSOLE.mails + query,
  ),
  ...['', '?action=signed-in', '?action=submission-shown', '?action=retention-run'].map(
    (query) => CONSOLE.system + query,
  ),
  LAUNCH_LIST_VIEW,
  CONSOLE.unread,
];

const rows = new Map<string, Record<string, string | number>>();
await measure('SQLite', '');
{
  using postgres = await startOwnPostgres();
  await measure('PostgreSQL', await postgres.addDatabase());
}
process.stdout.write(`${table([...rows.values()])}\n`);
const slowest = Math.max(
  ...[...rows.values()]
    .flatMap((row) => Object.values(row))
    .filter(Number.isFinite)
    .map(Number),
);
process.exitCode = slowest <= MOST_MS ? 0 : 1;

async function measure(kind: string, databaseUrl: string): Promise<void> {
  const place = await makeThrowAwayPlace(databaseUrl);
  try {
    await withDatabase(place, async (db) => {
      await migrate(db);
      await fill(db);
    });
    await addConfirmedAccounts(place, 1);
    await using site = await startSiteOn(place);
    const { client, id, headers } = await signInBenchAccount(site.url, 0);
    const [message] = await withDatabase(place, async (db) => {
      await letIn(db, id);
      return db.selectFrom('submissions').select('id').limit(1).offset(500).execute();
    });
    const ask = async (path: string) => {
      const answer = await client.send('GET', path, undefined, { ...headers, accept: 'text/html' });
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
      return answer;
    };
    for (const path of [...VIEWS, pathFor(CONSOLE.message, message?.id ?? '')]) {
      const name = path.replace(message?.id ?? '', ':id');
      const row = rows.get(name) ?? { Page: `\`${name.replace(CONSOLE.home, '')}\`` };
      rows.set(name, row);
      const times: number[] = [];
      let answer = await ask(path);
      for (let time = 0; time < TIMES; time++) {
        answer = await ask(path);
        times.push(answer.milliseconds);
      }
      row[kind] = Number(median(times).toFixed(1));
      const deep: number[] = [];
      for (let page = 1; page < DEEP; page++) {
        const next = /href="([^"]+)" rel="next"/.exec(answer.text)?.[1]?.replaceAll('&amp;', '&');
        if (next === undefined) break;
        answer = await ask(next);
        deep.push(answer.milliseconds);
      }
      row[`${kind}, ${DEEP} pages on`] =
        deep.length < TIMES ? '' : Number(median(deep.slice(-TIMES)).toFixed(1));
    }
  } finally {
    await place.remove();
  }
}

/** Makes an account an owner for whom the console is open. */
async function letIn(db: Db, user_id: string): Promise<void> {
  const at = new Date().toISOString();
  await db.insertInto('staff').values({ user_id, role: 'owner', created_at: at }).execute();
  await db
    .insertInto('second_steps')
    .values({ user_id, secret: '', confirmed_at: at, last_used_step: 0, created_at: at })
    .execute();
  await sql`insert into console_sessions (session_id, user_id, started_at, last_used_at, proved_at)
    select id, user_id, ${at}, ${at}, ${at} from sessions where user_id = ${user_id}`.execute(db);
}

/** A second lies between each and the next. Retention finds nothing of it too old. */
async function fill(db: Db): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  const now = new Date().toISOString();
  const id = isSqlite ? sql`lower(hex(randomblob(16)))` : sql`gen_random_uuid()::text`;
  const at = isSqlite
    ? sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${now}, '-' || n || ' seconds')`
    : sql`to_char(${now}::timestamptz at time zone 'UTC' - n * interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const from = (count: number): RawBuilder<unknown> =>
    sql`from (with recursive s(n) as (select ${sql.lit(count)} union all select n - 1 from s where n > 1) select n from s) as s`;
  const name = sql`'Asha Kumar N' || n`;
  const email = sql`'person-' || n || '@example.com'`;
  if (isSqlite) await sql`pragma synchronous = off`.execute(db);
  await db.transaction().execute(async (tx) => {
    for (const statement of [
      sql`insert into users (id, name, email, created_at, updated_at, gender, dob, about, login_count)
        select ${id}, ${name}, ${email}, ${at}, ${at}, '', '', '', 1 ${from(PEOPLE)}`,
      sql`insert into submissions (id, form, state, name, email, message, fields, digest, created_at, due_at, done_at, read_at)
        select ${id}, case when n % 50 = 0 then 'rights' else 'contact' end,
        case n % 10 when 1 then 'quarantined' when 2 then 'unpaid' else 'received' end, ${name}, ${email},
        'When do you open? This is about my order N' || n || ', of which I have heard nothing.', '{}', ${id}, ${at},
        case when n % 50 = 0 then ${at} end, case when n % 4 = 1 then ${at} end, case when n % 3 = 0 then ${at} end
        ${from(MESSAGES)}`,
      sql`insert into outbox (id, kind, recipient, subject, text_body, html_body, state, attempts, next_attempt_at, created_at)
        select ${id}, 'form-notification', ${email}, 'A message', '', '',
        case n % 10 when 1 then 'waiting' when 2 then 'dead' else 'sent' end, 1, ${at}, ${at} ${from(MESSAGES)}`,
      sql`insert into launch_list (id, email, asked_at, confirmed_at) select ${id}, ${email}, ${at}, ${at} ${from(MESSAGES)}`,
      sql`insert into audit (id, at, action, detail, actor, subject, session, seq, link)
        select ${id}, ${at}, case n % 5 when 0 then 'submission-shown' when 1 then 'mails-listed' else 'signed-in' end,
        '', 'visitor', '', '', 2000000000 - n, '' ${from(AUDIT_LINES)}`,
    ])
      await statement.execute(tx);
  });
  // As autovacuum leaves PostgreSQL; on SQLite the log goes into the file.
  if (isSqlite) await sql`pragma wal_checkpoint(truncate)`.execute(db);
  else for (const work of [sql`vacuum analyze`, sql`checkpoint`]) await work.execute(db);
}
