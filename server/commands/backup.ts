import { existsSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { BACKUP_MADE } from '#server/audit/core-actions.ts';
import { recordAlone } from '#server/audit/record-action.ts';
import {
  backupName,
  type Manifest,
  removeOldBackups,
  removeOldSetAside,
} from '#server/backup/backup-files.ts';
import { createBackup } from '#server/backup/create-backup.ts';
import { usingDatabase } from '#server/database/database.ts';
import { NEWEST_SCHEMA } from '#server/database/migrate.ts';
import { clockJumpedFrom } from '#server/jobs/run-retention.ts';
import { makeFolder } from '#server/private-files.ts';
import { DAY_MS, plural } from '#server/time.ts';
import { auditDeps, type OperatorDeps, requireSite, type Start, wholeNumber } from './operator-deps.ts';

/** Of older backups nobody knows what was deleted since: so long the audit lines that tell are kept. */
const MOST_DAYS = 365;

const HELP = `
Beside FILE is FILE.json, which tells what is in it: the two belong together. --with-secret adds the secret that a site
on SQLite makes for itself, as FILE.auth-secret. Without it, a restore on another machine signs everybody out once.
Whoever has both files can act as anybody: keep them apart.`;

/** Everything that people gave to the site, in a file that `restore` takes. */
export function addBackupCommand(program: Command, start: Start): void {
  program
    .command('backup')
    .description('the whole database in a file, beside the running site')
    .requiredOption(
      '--to <file or folder>',
      'in a folder, which is made if it is missing, it gets a name with the time in it',
    )
    .option('--with-secret', 'also the secret of the site')
    .option('--keep <number>', 'remove all but the newest backups of that folder', wholeNumber(999_999))
    .option(
      '--keep-days <number>',
      'remove backups of that folder, and what restores have set aside, that are older',
      wholeNumber(MOST_DAYS),
    )
    .addHelpText('after', HELP)
    .action(async ({ to, keep, keepDays, withSecret = false }, command) => {
      const isFolder = existsSync(to) ? statSync(to).isDirectory() : /[\\/]$/.test(to) || extname(to) === '';
      if ((keep !== undefined || keepDays !== undefined) && !isFolder) {
        command.error(`--keep and --keep-days go with --to and a folder, and ${to} is a file.`);
      }
      const deps = start();
      requireSite(deps.settings.database);
      if (isFolder) makeFolder(to);
      const made = deps.clock();
      const file = isFolder ? join(to, backupName(made, deps.settings.database.kind)) : to;
      await backUp(deps, file, { made, withSecret });
      const newest = basename(file);
      const removed = keep === undefined ? [] : await removeOldBackups(to, { keep }, newest);
      if (keepDays !== undefined) removed.push(...(await removeOlder(deps, keepDays, { to, newest })));
      for (const name of removed) deps.print(`Removed ${name}.`);
    });
}

function removeOlder(
  { settings: { database, dataDir }, clock, complain }: OperatorDeps,
  days: number,
  { to, newest }: { readonly to: string; readonly newest: string },
): Promise<string[]> {
  return usingDatabase(database, async (db) => {
    if ((await clockJumpedFrom(db, clock())) !== undefined) {
      complain('Nothing was removed by its age: the clock has jumped. See “accept-clock”.');
      return [];
    }
    const before = new Date(clock().getTime() - days * DAY_MS);
    const backups = await removeOldBackups(to, { before }, newest);
    return [...backups, ...(await removeOldSetAside(database, { db, dataDir }, before))];
  });
}

async function backUp(
  deps: OperatorDeps,
  file: string,
  { made, withSecret }: { readonly made: Date; readonly withSecret: boolean },
): Promise<void> {
  const { settings, print } = deps;
  if (withSecret && settings.authSecret !== undefined) {
    throw new Error(
      'The secret of this site is the setting AUTH_SECRET, which no backup holds: keep it where you keep your settings.',
    );
  }
  const secret = withSecret ? (await deps.keyring())[0] : undefined;
  const manifest = await createBackup(settings.database, file, { made, secret });
  print(`${file}\n  ${contentsOf(manifest)}\n  ${manifest.bytes} bytes, SHA-256 ${manifest.sha256}`);
  await audit(deps, manifest);
}

/** The line is not worth a failed backup. An older schema may have no place for it, and is left as it is. */
async function audit(deps: OperatorDeps, { schemaVersion }: Manifest): Promise<void> {
  if (schemaVersion !== NEWEST_SCHEMA) return;
  await usingDatabase(deps.settings.database, async (db) =>
    recordAlone({ ...(await auditDeps(deps)), db }, { action: BACKUP_MADE, actor: 'operator' }),
  ).catch((error: unknown) =>
    deps.complain(`The audit log could not be told of it: ${error instanceof Error ? error.message : error}`),
  );
}

/** `3 accounts, 12 submissions, 40 rows in 9 other tables; schema 0001-initial` */
export function contentsOf({ tables, schemaVersion }: Manifest): string {
  const { users = 0, submissions = 0, ...others } = tables;
  const counts = Object.values(others);
  const rows = counts.reduce((sum, count) => sum + count, 0);
  return `${plural(users, 'account')}, ${plural(submissions, 'submission')}, ${plural(rows, 'row')} in ${plural(counts.length, 'other table')}; schema ${schemaVersion}`;
}
