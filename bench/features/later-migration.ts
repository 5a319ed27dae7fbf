import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const NAME = '0016-zz-later';

/**
 * Adds to a copy what a later version could bring: a migration that changes the table of the launch list, with a number before that of the
 * migration by which the copy took the feature out.
 */
export function addLaterMigration(copy: string): void {
  writeFileSync(
    join(copy, `server/database/migrations/${NAME}.ts`),
    `import { type Kysely, sql } from 'kysely';
import { hasTable } from '../drop-feature.ts';

/** How often somebody asked to be told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (await hasTable(db, 'launch_list'))
    await sql.raw('alter table launch_list add column asked integer not null default 1').execute(db);
}
`,
  );
  const list = join(copy, 'server/database/migrate.ts');
  const text = readFileSync(list, 'utf8')
    .replace(/^import \* as/m, `import * as later from './migrations/${NAME}.ts';\nimport * as`)
    .replace(/^export const MIGRATIONS = \{$/m, `$&\n  '${NAME}': later,`);
  writeFileSync(list, text);
}
