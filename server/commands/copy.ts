import { type Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { COPIED } from '#server/audit/core-actions.ts';
import { recordAlone } from '#server/audit/record-action.ts';
import { copyToPostgres } from '#server/backup/copy-to-postgres.ts';
import { usingDatabase } from '#server/database/database.ts';
import { plural } from '#server/time.ts';
import { auditDeps, type OperatorDeps, requireSite, type Start } from './operator-deps.ts';

/** The way past one machine (docs/decisions/0053-operator-commands.md). */
export function addCopyCommand(program: Command, start: Start): void {
  program
    .command('copy')
    .description('move from SQLite to PostgreSQL, with the site stopped')
    .requiredOption('--to <url>', 'like postgres://user@host:5432/name', parsePostgresUrl)
    .addHelpText(
      'after',
      '\nAll rows are copied and compared, or none. Leave the password out of the URL, where others can read it, and give it as PGPASSWORD.',
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
      'The settings name a PostgreSQL server already: call it with those of the site on SQLite.',
    );
  }
  requireSite(database);
  await usingDatabase({ kind: 'postgres', url: to }, async (db) => {
    const { tables, replaced } = await copyToPostgres(database.file, db);
    await recordAlone({ ...(await auditDeps(deps)), db }, { action: COPIED, actor: 'operator' });
    for (const [name, count] of Object.entries(tables)) deps.print(`${name}: ${plural(count, 'row')}`);
    if (replaced > 0) {
      deps.print(
        `In ${plural(replaced, 'text')} the character NUL, which PostgreSQL cannot store, became U+FFFD.`,
      );
    }
  });
  const secret = authSecret === undefined ? `what is in the file ${dataDir}/auth-secret` : 'what it is now';
  deps.print(`Every row was copied and compared. In the settings of each process, set
  DATABASE_URL to what you gave as --to (with its password)
  AUTH_SECRET to ${secret}, so that everybody stays signed in
and do not start the site on SQLite again: what it would write there is not in the copy.`);
}
