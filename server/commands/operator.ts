import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { schemaVersion } from '#server/backup/tables.ts';
import { type Db, openDatabase } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { refuseUnfinished } from '#server/database/unfinished-restore.ts';
import { FEATURES } from '#server/features.ts';
import { loadMailTemplates } from '#server/mail/templates.ts';
import { readKeyring } from '#server/settings/keyring.ts';
import { readSettings, type Settings } from '#server/settings/settings.ts';
import { createTerminal, type OperatorDeps, requireSite } from './operator-deps.ts';
import { runOperator } from './operator-program.ts';

const MAILS = join(import.meta.dirname, '..', '..', 'build', 'mails', 'mails.json');

let db: Db | undefined;
const terminal = createTerminal(process);
process.exitCode = await runOperator(process.argv.slice(2), start, terminal, FEATURES);
await db?.destroy();

function start(): OperatorDeps {
  const read = readSettings(process.env, FEATURES);
  if (read.kind === 'invalid') {
    const lines = read.problems.map(({ name, problem }) => `  ${name} ${problem}`);
    throw new Error(`Please correct these settings:\n${lines.join('\n')}`);
  }
  const { settings } = read;
  return {
    ...terminal,
    settings,
    features: FEATURES,
    clock: () => new Date(),
    newId: () => randomUUID(),
    newToken: () => randomBytes(32).toString('base64url'),
    keyring: () => readKeyring(settings),
    mails: () => loadMailTemplates(MAILS),
    openDb: async () => {
      db ??= await openMigrated(settings);
      return db;
    },
  };
}

async function openMigrated({ database }: Settings): Promise<Db> {
  requireSite(database);
  const opened = openDatabase(database, () => {});
  try {
    await refuseUnfinished(opened);
    if ((await schemaVersion(opened)) === undefined)
      throw new Error('There is no site in the database. Correct its address, or start the site once.');
    const onLong = (seconds: number) =>
      terminal.complain(`The database is being migrated, which takes about ${seconds} seconds.`);
    for (const { migration, ms } of await migrate(opened, onLong))
      terminal.complain(`The database was migrated: ${migration} (${ms} ms).`);
    return opened;
  } catch (error) {
    await opened.destroy();
    throw error;
  }
}
