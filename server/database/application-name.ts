import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { DatabaseLocation, Db } from './database.ts';

/**
 * The `application_name` of the site's connections to PostgreSQL. It includes the schema, since several sites may share
 * one database. A name that the operator sets (`application_name` in the URL, or PGAPPNAME) takes precedence.
 */
export function applicationName({ url, schema }: DatabaseLocation & { kind: 'postgres' }): string {
  const options = new URL(url).searchParams.get('options') ?? '';
  const [, searchPath = 'public'] = /search_path\s*=\s*(\S+)/.exec(options) ?? [];
  return `site in ${schema ?? searchPath}`;
}

const TRIES = 20;
const TRY_EACH_MS = 100;

/**
 * Whether other connections have our `application_name`: then the site runs. Connections of a process that just ended
 * get two seconds to go. Connections of other database users may be invisible to us.
 */
export async function hasOtherConnections(db: Db): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    const { rows } = await sql`
      select 1 from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and application_name = current_setting('application_name')`.execute(db);
    if (rows.length === 0) return false;
    if (tries === TRIES) return true;
    await wait(TRY_EACH_MS);
  }
}
