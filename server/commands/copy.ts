import { type Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { COPIED } from '#server/audit/core-actions.ts';
import { recordAlone } from '#server/audit/record-action.ts';
import { copyToPostgres } from '#server/backup/copy-to-postgres.ts';
import { usingDatabase } from '#server/database/database.ts';
import { plural } from '#server/time.ts';
import { auditDeps, BY, type OperatorDeps, requireSite, type Start } from './operator-deps.ts';

export function addCopyCommand(program: Command, start: Start): void {
  program
    .command('copy')
    .description('copy from SQLite to PostgreSQL; stop the site first')
    .requiredOption('--to <url>', 'like postgres://user@host:5432/name', parsePostgresUrl)
    .addHelpText(
      'after',
      '\nCopies and compares all rows, or copies nothing. Other users can read command lines: give the password as PGPASSWORD, not in the URL.',
    )
    .action(({ to }) => copy(start(), to));
}

function parsePostgresUrl(text: string): string {
  if (!URL.canParse(text) || !['postgres:', 'postgresql:'].includes(new URL(text).protocol)) {
    throw new InvalidArgumentError('It must be a URL like postgres://user@host:5432/name.');
  }
  return text;
}

async function copy(deps: OperatorDeps, to: string): Promise<void> {
  const { database, dataDir, authSecret } = deps.settings;
  if (database.kind !== 'sqlite') {
    throw new Error(
      'The settings already name a PostgreSQL server: run this with the settings of the site on SQLite.',
    );
  }
  requireSite(database);
  await usingDatabase({ kind: 'postgres', url: to }, async (db) => {
    const { tables, replaced } = await copyToPostgres(database.file, db);
    await recordAlone({ ...(await auditDeps(deps)), db }, { ...BY, action: COPIED });
    for (const [name, count] of Object.entries(tables)) deps.print(`${name}: ${plural(count, 'row')}`);
    if (replaced > 0) {
      deps.print(
        `PostgreSQL cannot store the character NUL: it was replaced by U+FFFD in ${plural(replaced, 'text')}.`,
      );
    }
  });
  const secret = authSecret === undefined ? `the content of ${dataDir}/auth-secret` : 'its present value';
  deps.print(`Every row was copied and compared. In the settings of each process, set
  DATABASE_URL to the value of --to (with the password)
  AUTH_SECRET to ${secret}, so that everyone stays signed in
and do not start the site on SQLite again: the copy would miss what it writes there.`);
}
