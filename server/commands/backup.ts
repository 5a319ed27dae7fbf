import { existsSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { BACKUP_MADE } from '#server/audit/core-actions.ts';
import { recordAlone } from '#server/audit/record-action.ts';
import {
  backupName,
  type Manifest,
  removeOldBackups,
  removeOldSetAside,
  removeUnfinished,
} from '#server/backup/backup-files.ts';
import { createBackup } from '#server/backup/create-backup.ts';
import { usingDatabase } from '#server/database/database.ts';
import { messageOf } from '#server/database/errors.ts';
import { NEWEST_SCHEMA } from '#server/database/migrate.ts';
import { tablesLeftOutOfBackups } from '#server/database/tables.ts';
import { clockJumpedFrom } from '#server/jobs/run-retention.ts';
import { makeFolder } from '#server/private-files.ts';
import { DAY_MS, plural } from '#server/time.ts';
import { auditDeps, BY, type OperatorDeps, requireSite, type Start, wholeNumber } from './operator-deps.ts';

/** The maximum of `--keep-days`. A restore needs audit lines of deletions, which are kept for this long. */
const MAX_DAYS = 365;

const HELP = `
The command writes FILE and FILE.json, which describes it: keep both. --with-secret also writes the secret that a site on
SQLite generates for itself, to FILE.auth-secret. Without it, a restore on another machine signs everyone out once.
Anyone who has FILE and FILE.auth-secret can sign in as anyone: keep them in different places.`;

export function addBackupCommand(program: Command, start: Start): void {
  program
    .command('backup')
    .description('write the whole database to a file; the site may run')
    .requiredOption(
      '--to <file or folder>',
      'in a folder, which is created if it is missing, the file is named after the time',
    )
    .option('--with-secret', 'also write the secret of the site')
    .option(
      '--keep-days <number>',
      'remove older backups in that folder, and older databases that restores set aside',
      wholeNumber(MAX_DAYS),
    )
    .addHelpText('after', HELP)
    .action(async ({ to, keepDays, withSecret = false }, command) => {
      const isFolder = existsSync(to) ? statSync(to).isDirectory() : /[\\/]$/.test(to) || extname(to) === '';
      if (keepDays !== undefined && !isFolder) {
        command.error(`--keep-days needs a folder in --to, and ${to} is a file.`);
      }
      const deps = start();
      requireSite(deps.settings.database);
      const made = deps.clock();
      if (isFolder) {
        makeFolder(to);
        // Unfinished files of earlier backups are removed first, because they may fill the disk.
        const dayAgo = new Date(made.getTime() - DAY_MS);
        for (const name of await removeUnfinished(to, deps.settings.database, dayAgo))
          deps.print(`Removed ${name}.`);
      }
      const file = isFolder ? join(to, backupName(made, deps.settings.database.kind)) : to;
      await backUp(deps, file, { made, withSecret });
      const removed = keepDays === undefined ? [] : await removeOlder(deps, to, keepDays);
      for (const name of removed) deps.print(`Removed ${name}.`);
    });
}

function removeOlder(
  { settings: { database, dataDir }, clock, complain }: OperatorDeps,
  folder: string,
  days: number,
): Promise<string[]> {
  return usingDatabase(database, async (db) => {
    if ((await clockJumpedFrom(db, clock())) !== undefined) {
      complain(
        'No old backup was removed, because the clock has jumped. If it is right, run: npm run operator -- accept-clock',
      );
      return [];
    }
    const before = new Date(clock().getTime() - days * DAY_MS);
    const backups = await removeOldBackups(folder, before);
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
      'The secret of this site is the setting AUTH_SECRET, which is not part of a backup: keep it with your settings.',
    );
  }
  const secret = withSecret ? (await deps.keyring())[0] : undefined;
  const leftOut = tablesLeftOutOfBackups(deps.features);
  const manifest = await createBackup(settings.database, file, { made, secret, leftOut });
  print(`${file}\n  ${contentsOf(manifest)}\n  ${manifest.bytes} bytes, SHA-256 ${manifest.sha256}`);
  await audit(deps, manifest);
}

/**
 * Records the backup in the audit log. If that is not possible, the backup still succeeds. Skips a database with an older
 * schema.
 */
async function audit(deps: OperatorDeps, { schemaVersion }: Manifest): Promise<void> {
  if (schemaVersion !== NEWEST_SCHEMA) return;
  await usingDatabase(deps.settings.database, async (db) =>
    recordAlone({ ...(await auditDeps(deps)), db }, { ...BY, action: BACKUP_MADE }),
  ).catch((error: unknown) =>
    deps.complain(`The backup is complete, but could not be recorded in the audit log: ${messageOf(error)}`),
  );
}

/** The contents of a backup in words, like `3 accounts, 12 messages, 40 rows in 9 other tables; schema 0001-initial`. */
export function contentsOf({ tables, schemaVersion }: Manifest): string {
  const { users = 0, submissions = 0, ...others } = tables;
  const counts = Object.values(others);
  const rows = counts.reduce((sum, count) => sum + count, 0);
  return `${plural(users, 'account')}, ${plural(submissions, 'message')}, ${plural(rows, 'row')} in ${plural(counts.length, 'other table')}; schema ${schemaVersion}`;
}
