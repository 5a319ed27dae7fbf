import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { openReadOnly } from '#server/backup/sqlite-files.ts';
import { allTables } from '#server/backup/tables.ts';

/** Every row of a backup, as a line of text each, in no particular order. */
export async function linesOfBackup(backup: string, kind: 'sqlite' | 'postgres'): Promise<Set<string>> {
  if (kind === 'postgres') {
    const { stdout } = await promisify(execFile)('pg_restore', ['--data-only', '--file=-', backup], {
      maxBuffer: 1_000_000_000,
    });
    let table = '';
    const lines = stdout.split('\n').map((line) => {
      if (line.startsWith('COPY ')) table = line;
      return `${table}\n${line}`;
    });
    return new Set(lines.filter((line) => line.includes('\t')));
  }
  const db = openReadOnly(backup);
  const lines = new Set<string>();
  for (const table of await allTables(db)) {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(db);
    for (const row of rows) lines.add(`${table}\n${JSON.stringify(row)}`);
  }
  await db.destroy();
  return lines;
}
