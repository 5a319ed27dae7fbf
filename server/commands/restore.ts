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
import { plural } from '#server/time.ts';
import { contentsOf } from './backup.ts';
import { auditDeps, confirm, type OperatorDeps, type Start, yesOption } from './operator-deps.ts';

type Options = RestoreOptions & {
  readonly from: string;
  readonly replace: boolean;
  readonly withSecret: boolean;
};

const HELP = `
What was deleted after the backup was made is deleted again, as far as it is known: from the database that is replaced,
from newer backups in the folder of FILE, and from what --deleted-from names.`;

/** The other half of `backup`. */
export function addRestoreCommand(program: Command, start: Start): void {
  program
    .command('restore')
    .description('put a backup in its place, with the site stopped')
    .requiredOption('--from <file>', 'the backup; it is checked before anything is changed')
    .option('--replace', 'set aside what is there, under a name that is printed')
    .option(
      '--keep-sessions',
      'do not sign everybody out; a session that its owner has ended since comes back',
    )
    .option('--hold-mail', 'do not send mails that waited; otherwise some may be sent a second time')
    .option('--with-secret', 'also take the secret from FILE.auth-secret')
    .option(
      '--deleted-from <files...>',
      'delete again what these say was deleted since: logs of the site, or the .json of newer backups',
    )
    .addOption(yesOption())
    .addHelpText('after', HELP)
    .action(async (options) => {
      const { from, replace = false, keepSessions = false, holdMail = false, withSecret = false } = options;
      const { deletedFrom = [] } = options;
      const deps = start();
      if (withSecret && deps.settings.authSecret !== undefined) {
        throw new Error('--with-secret is for a site that makes its secret itself; yours is in AUTH_SECRET.');
      }
      await refuseFolder(from);
      if (withSecret && !existsSync(secretFileOf(from))) {
        throw new Error(`${secretFileOf(from)} is not there.`);
      }
      const manifest = await checkBackup(from, deps.settings.database.kind);
      const deletedIds = new Set(await deletedIdsOfNewerBackups(from, manifest));
      for (const file of deletedFrom) for (const id of await deletedIdsIn(file)) deletedIds.add(id);
      deps.print(`${from} is whole: made ${manifest.made}\n  ${contentsOf(manifest)}`);
      await confirm(deps, 'Restore it?', options.yes ?? false);
      await restore(deps, manifest, {
        features: deps.features,
        from,
        replace,
        keepSessions,
        holdMail,
        withSecret,
        deletedIds,
      });
    });
}

async function refuseFolder(from: string): Promise<void> {
  if (!statSync(from, { throwIfNoEntry: false })?.isDirectory()) return;
  const newest = (await backupsIn(from)).at(-1);
  throw new Error(
    newest === undefined
      ? `${from} is a folder, and holds no backup. Give the file of one.`
      : `${from} is a folder. Give the file of one backup in it; the newest is ${join(from, newest)}.`,
  );
}

async function restore(deps: OperatorDeps, manifest: Manifest, options: Options): Promise<void> {
  const { from, replace, withSecret, ...restoreOptions } = options;
  const stamp = deps.clock().toISOString().replaceAll(':', '-');
  const { aside, asideTold, sessionsEnded, mailsWaiting, deletedAgain } = await leavingNothing(
    deps.settings,
    () =>
      restoreBackup(deps.settings.database, {
        ...restoreOptions,
        backup: from,
        manifest,
        replace: replace ? stamp : undefined,
        audit: () => auditDeps(withSecret ? { ...deps, keyring: () => restoredKeyring(deps, from) } : deps),
      }),
  );
  const oldSecret = withSecret
    ? await restoreSecret(secretFileOf(from), deps.settings.dataDir, `.before-${stamp}`)
    : undefined;
  const sessions = options.keepSessions
    ? 'Whoever was signed in then still is.'
    : `Everybody signs in again: ${plural(sessionsEnded, 'session')} ended.`;
  const mails = options.holdMail ? 'will be held and not sent' : 'will be sent, perhaps for the second time';
  deps.print(`Restored: all is as it was at ${manifest.made}.
  ${sessions}
  ${plural(mailsWaiting, 'mail')} that waited then ${mails}.
  ${deletionsOf(deletedAgain, asideTold || options.deletedIds.size > 0)}`);
  if (aside !== undefined) deps.print(`  What was there is kept as ${aside}`);
  if (oldSecret !== undefined) deps.print(`  The old secret is kept as ${oldSecret}`);
}

/**
 * Where it fails, what it made in a data folder without a site goes again: DATA_DIR may be mistyped. A folder goes only when it is empty.
 */
async function leavingNothing<T>(
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
    // Another process has begun a site there meanwhile, or all of it is in place.
    if (existsSync(file)) throw error;
    if (!hadSecret) await rm(secret, { force: true });
    for (const folder of folders) await rmdir(folder).catch(() => {});
    throw error;
  }
}

function deletionsOf(deletedAgain: DeletedAgain, isKnown: boolean): string {
  const counts = Object.entries(deletedAgain).map(([what, count]) => `${what}: ${count}`);
  return isKnown
    ? `Deleted again, because that was done since: ${counts.join(', ')}. A later log, with --deleted-from, may know more.`
    : 'Nothing here tells what was deleted since then, so that is back. Restore again with --deleted-from and the site’s log or a newer backup’s .json.';
}

/** The restored audit log continues with the secret that the site will have. */
async function restoredKeyring({ settings }: OperatorDeps, from: string): Promise<Keyring> {
  const secret = await readFile(secretFileOf(from), 'utf8');
  return [secret.trim(), ...settings.acceptedSecrets];
}
