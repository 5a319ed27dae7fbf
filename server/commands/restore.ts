import { existsSync, statSync } from 'node:fs';
import { readFile, rm, rmdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { backupsIn, checkBackup, type Manifest, secretFileOf } from '#server/backup/backup-files.ts';
import {
  type DeletedAgain,
  deletedIdsIn,
  deletedIdsOfNewerBackups,
  type RestoreOptions,
} from '#server/backup/clean-restored.ts';
import { restoreBackup, restoreSecret } from '#server/backup/restore-backup.ts';
import { type Keyring, secretFileIn } from '#server/settings/keyring.ts';
import { stoppable } from '#server/stop-signals.ts';
import { plural } from '#server/time.ts';
import { contentsOf } from './backup.ts';
import { auditDeps, confirm, type OperatorDeps, type Start, yesOption } from './operator-deps.ts';

type Options = RestoreOptions & {
  readonly from: string;
  readonly replace: boolean;
  readonly withSecret: boolean;
  /** Whether there is a list of deletions, even if it is empty. */
  readonly isListed: boolean;
};

const HELP = `
Rows that were deleted after the backup was made are deleted again, as far as they are known: from the database that is
replaced, from newer backups in the folder of FILE, and from the files of --deleted-from.`;

export function addRestoreCommand(program: Command, start: Start): void {
  program
    .command('restore')
    .description('restore a backup; stop the site first')
    .requiredOption('--from <file>', 'the backup; it is checked before anything is changed')
    .option('--replace', 'keep the present database under another name, which is printed')
    .option('--keep-sessions', 'do not sign everyone out; also restores sessions that have ended since')
    .option('--hold-mail', 'do not send the emails that waited; otherwise some may be sent twice')
    .option('--with-secret', 'also restore the secret from FILE.auth-secret')
    .option(
      '--deleted-from <files...>',
      'logs of the site, or .json files of newer backups: what they say was deleted is deleted again',
    )
    .addOption(yesOption())
    .addHelpText('after', HELP)
    .action(async (options) => {
      const { from, replace = false, keepSessions = false, holdMail = false, withSecret = false } = options;
      const { deletedFrom = [] } = options;
      const deps = start();
      if (withSecret && deps.settings.authSecret !== undefined) {
        throw new Error('The secret of this site is the setting AUTH_SECRET, so leave out --with-secret.');
      }
      await refuseFolder(from);
      if (withSecret && !existsSync(secretFileOf(from))) {
        throw new Error(
          `${secretFileOf(from)} does not exist. Put it beside the backup, or leave out --with-secret.`,
        );
      }
      const manifest = await checkBackup(from, deps.settings.database.kind);
      const lists = await deletedIdsOfNewerBackups(from, manifest);
      for (const file of deletedFrom) lists.push(await deletedIdsIn(file));
      deps.print(`${from} is not damaged. It was made at ${manifest.made}.\n  ${contentsOf(manifest)}`);
      await confirm(deps, 'Restore it?', options.yes ?? false);
      await restore(deps, manifest, {
        features: deps.features,
        from,
        replace,
        keepSessions,
        holdMail,
        withSecret,
        deletedIds: new Set(lists.flat()),
        isListed: lists.length > 0,
      });
    });
}

async function refuseFolder(from: string): Promise<void> {
  if (!statSync(from, { throwIfNoEntry: false })?.isDirectory()) return;
  const newest = (await backupsIn(from)).at(-1);
  throw new Error(
    newest === undefined
      ? `${from} is a folder without a backup. Give the file of a backup.`
      : `${from} is a folder. Give the file of a backup in it; the newest is ${join(from, newest)}.`,
  );
}

async function restore(deps: OperatorDeps, manifest: Manifest, options: Options): Promise<void> {
  const { from, replace, withSecret, isListed, ...restoreOptions } = options;
  const stamp = deps.clock().toISOString().replaceAll(':', '-');
  const { aside, oldDeletionsKnown, sessionsEnded, mailsWaiting, deletedAgain } = await stoppable((stopped) =>
    removingOnFailure(deps.settings, () =>
      restoreBackup(deps.settings.database, {
        ...restoreOptions,
        backup: from,
        manifest,
        replace: replace ? stamp : undefined,
        audit: () => auditDeps(withSecret ? { ...deps, keyring: () => restoredKeyring(deps, from) } : deps),
        stopped,
      }),
    ),
  );
  const oldSecret = withSecret
    ? await restoreSecret(secretFileOf(from), deps.settings.dataDir, `.before-${stamp}`)
    : undefined;
  const sessions = options.keepSessions
    ? 'People who were signed in then are signed in again.'
    : `Everyone has to sign in again: ${plural(sessionsEnded, 'session')} ended.`;
  const mails = options.holdMail ? 'will not be sent' : 'will be sent, perhaps for the second time';
  deps.print(`Restored to the state of ${manifest.made}.
  ${sessions}
  ${plural(mailsWaiting, 'email')} that waited then ${mails}.
  ${deletionsOf(deletedAgain, oldDeletionsKnown || isListed)}`);
  if (aside !== undefined) deps.print(`  The old database is kept as ${aside}`);
  if (oldSecret !== undefined) deps.print(`  The old secret is kept as ${oldSecret}`);
}

/** DATA_DIR may be mistyped, so a failed restore removes what it created in a folder without a site. */
async function removingOnFailure<T>(
  { database, dataDir }: Pick<OperatorDeps['settings'], 'database' | 'dataDir'>,
  work: () => Promise<T>,
): Promise<T> {
  if (database.kind !== 'sqlite' || existsSync(database.file)) return work();
  const { file } = database;
  const secret = secretFileIn(dataDir);
  const hadSecret = existsSync(secret);
  const folders: string[] = [];
  for (let folder = resolve(dataDir); !existsSync(folder); folder = dirname(folder)) folders.push(folder);
  try {
    return await work();
  } catch (error) {
    // A database here means that the restore was complete, or that another process has started a site. Nothing may be removed then.
    if (existsSync(file)) throw error;
    if (!hadSecret) await rm(secret, { force: true });
    for (const folder of folders) await rmdir(folder).catch(() => {});
    throw error;
  }
}

function deletionsOf(deletedAgain: DeletedAgain, isKnown: boolean): string {
  const counts = Object.entries(deletedAgain).map(([what, count]) => `${what}: ${count}`);
  return isKnown
    ? `Deleted again, because they were deleted after the backup: ${counts.join(', ')}. A later log, given with --deleted-from, may name more.`
    : 'It is not known what was deleted after the backup, so all of it is back. Restore again with --deleted-from and the site’s log or the .json of a newer backup.';
}

/** The keyring for the audit log after a restore with `--with-secret`. It begins with the secret from the backup. */
async function restoredKeyring({ settings }: OperatorDeps, from: string): Promise<Keyring> {
  const secret = await readFile(secretFileOf(from), 'utf8');
  return [secret.trim(), ...settings.acceptedSecrets];
}
