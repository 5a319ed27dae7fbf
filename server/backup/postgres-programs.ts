import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import type { DatabaseLocation, Db } from '#server/database/database.ts';

type Postgres = DatabaseLocation & { readonly kind: 'postgres' };
type Program = 'pg_dump' | 'pg_restore';

const MAX_ERROR_OUTPUT = 1_000;

/**
 * Runs a program of PostgreSQL. Throws an error for the operator if the program is missing, older than the server, or fails. The
 * password is in the environment, because all users of a machine can read command lines.
 * @param stopped ends the program, which would otherwise go on without this process
 */
export async function runPostgresProgram(
  program: Program,
  location: Postgres,
  db: Db,
  stopped: AbortSignal,
  args: readonly string[],
): Promise<void> {
  await checkVersion(program, db);
  const connection = connectionEnvironment(location);
  const { rows } = await sql<{ name: string }>`select current_setting('application_name') as name`.execute(
    db,
  );
  // Without `--dbname`, pg_restore prints SQL instead of restoring.
  const named = program === 'pg_restore' ? [`--dbname=${connection.PGDATABASE}`] : [];
  stopped.throwIfAborted();
  const child = spawn(program, ['--no-password', ...named, ...args], {
    // The program also gets the operator’s environment, because it may need PATH and PGPASSFILE.
    env: {
      ...process.env,
      ...connection,
      // If this process is killed, the next restore recognises the running program by this name (`hasOtherConnections`).
      PGAPPNAME: rows[0]?.name,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  stopped.addEventListener('abort', () => child.kill());
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (output.length < MAX_ERROR_OUTPUT) output += text;
  });
  const [code] = await once(child, 'close');
  stopped.throwIfAborted();
  if (code !== 0)
    throw new Error(`${program} failed: ${output.slice(0, MAX_ERROR_OUTPUT).trim() || `exit code ${code}`}`);
}

async function checkVersion(program: Program, db: Db): Promise<void> {
  const installed = await promisify(execFile)(program, ['--version']).catch(() => {
    throw new Error(
      `${program} was not found. Install PostgreSQL’s client programs (postgresql-client on most systems), in the server’s version or newer.`,
    );
  });
  const ours = Number(/(\d+)(?:\.\d+)*/.exec(installed.stdout)?.[1]);
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::int / 10000 as version`.execute(db);
  const server = Number(rows[0]?.version);
  if (ours < server) {
    throw new Error(
      `${program} has version ${ours}, and the server has ${server}: install the client programs of PostgreSQL ${server}.`,
    );
  }
}

function connectionEnvironment({ url }: Postgres): Readonly<Record<string, string>> {
  const { host, port, user, password, database } = new pg.Client({ connectionString: url });
  const query = new URL(url).searchParams;
  // libpq does not support the SSL mode “no-verify”, so `PGSSLMODE` becomes “require” instead.
  const ssl =
    query.get('sslmode') ?? (['1', 'true'].includes(query.get('ssl') ?? '') ? 'require' : undefined);
  const given = {
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGPASSWORD: password ?? undefined,
    PGDATABASE: database,
    PGOPTIONS: query.get('options') ?? undefined,
    PGSSLMODE: ssl === 'no-verify' ? 'require' : ssl,
    PGSSLROOTCERT: query.get('sslrootcert') ?? undefined,
    PGSSLCERT: query.get('sslcert') ?? undefined,
    PGSSLKEY: query.get('sslkey') ?? undefined,
  };
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name, value]] : [],
    ),
  );
}

/** The schema name is quoted, because the option `--schema` takes a pattern. */
export function schemaPattern(schema: string): string {
  return `"${schema.replaceAll('"', '""')}"`;
}
