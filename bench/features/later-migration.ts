import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const NAME = '0016-zz-later';

/**
 * Adds a migration of a later version to a copy. It changes the launch list's table, and its number is lower than
 * that of the migration with which the copy removed the feature.
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
