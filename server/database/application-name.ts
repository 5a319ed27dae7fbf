import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { DatabaseLocation, Db } from './database.ts';

/**
 * The `application_name` of the site's connections, with the schema, since several sites may share a database. The
 * operator's own name (in the URL, or PGAPPNAME) takes precedence.
 */
export function applicationName({ url, schema }: DatabaseLocation & { kind: 'postgres' }): string {
  const options = new URL(url).searchParams.get('options') ?? '';
  const [, searchPath = 'public'] = /search_path\s*=\s*(\S+)/.exec(options) ?? [];
  return `site in ${schema ?? searchPath}`;
}

const TRIES = 100;
const TRY_EACH_MS = 100;

/**
 * Whether other connections have our `application_name`, so the site runs. Waits ten seconds for those of a process
 * that just ended: PostgreSQL ends the connections of a killed one only after what they were busy with. Connections of other database users may be invisible.
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
