import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { DatabaseLocation, Db } from './database.ts';

/**
 * What the site's connections to PostgreSQL call themselves. It names the schema as well: several sites may share one
 * database. A name of the operator's own (`application_name` in the URL, or PGAPPNAME) counts more.
 */
export function sessionName({ url, schema }: DatabaseLocation & { kind: 'postgres' }): string {
  const options = new URL(url).searchParams.get('options') ?? '';
  const [, searchPath = 'public'] = /search_path\s*=\s*(\S+)/.exec(options) ?? [];
  return `site in ${schema ?? searchPath}`;
}

const LOOKS = 20;
const LOOK_EACH_MS = 100;

/**
 * How many other connections call themselves as ours does, once those of processes that were just ended had two seconds
 * to go. Connections of other database users may not show, and their number is then too small.
 */
export async function otherSessions(db: Db): Promise<number> {
  for (let look = 1; ; look++) {
    const { rows } = await sql<{ count: string }>`
      select count(*) as count from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and application_name = current_setting('application_name')`.execute(db);
    const count = Number(rows[0]?.count);
    if (count === 0 || look === LOOKS) return count;
    await wait(LOOK_EACH_MS);
  }
}
