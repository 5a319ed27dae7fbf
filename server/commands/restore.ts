import { existsSync, readFileSync } from 'node:fs';
import type { Command } from '@commander-js/extra-typings';
import type { AuditDeps } from '#server/audit/record-action.ts';
import { checkBackup } from '#server/backup/check-backup.ts';
import type { Cleaned, RestoreOptions } from '#server/backup/clean-restored.ts';
import { type Manifest, secretFileOf } from '#server/backup/manifest.ts';
import { restorePostgres } from '#server/backup/restore-postgres.ts';
import { restoreSecret } from '#server/backup/restore-secret.ts';
import { restoreSqlite } from '#server/backup/restore-sqlite.ts';
import { allTables } from '#server/backup/tables.ts';
import { openDatabase } from '#server/database/database.ts';
import { auditDeps } from './audit-deps.ts';
import { contentsOf } from './backup.ts';
import { confirm } from './confirm.ts';
import type { OperatorDeps, Start } from './operator-deps.ts';
import { yesOption } from './options.ts';
import { plural } from './plural.ts';

type Options = RestoreOptions & {
  readonly from: string;
  readonly replace: boolean;
  readonly withSecret: boolean;
};

/** The other half of `backup`. */
export function addRestoreCommand(program: Command, start: Start): void {
  program
    .command('restore')
    .description('put a backup in the place of the database, with the site stopped')
    .requiredOption('--from <file>', 'the backup; it is checked before anything is changed')
    .option('--replace', 'set aside what is there, under a name that is printed')
    .option(
      '--keep-sessions',
      'do not sign everybody out; a session that its owner has ended since comes back',
    )
    .option('--hold-mail', 'do not send mails that waited; otherwise some may be sent a second time')
    .option('--with-secret', 'also take the secret from FILE.auth-secret')
    .addOption(yesOption())
    .action(async (options) => {
      const { from, replace = false, keepSessions = false, holdMail = false, withSecret = false } = options;
      const deps = start();
      if (withSecret && deps.settings.authSecret !== undefined) {
        throw new Error('--with-secret is for a site that makes its secret itself; yours is in AUTH_SECRET.');
      }
      if (withSecret && !existsSync(secretFileOf(from))) {
        throw new Error(`${secretFileOf(from)} is not there.`);
      }
      const manifest = await checkBackup(from, deps.settings.database.kind);
      deps.print(`${from} is whole: made ${manifest.made}\n  ${contentsOf(manifest)}`);
      await confirm(deps, 'Restore it?', options.yes ?? false);
      await restore(deps, manifest, { from, replace, keepSessions, holdMail, withSecret });
    });
}

async function restore(deps: OperatorDeps, manifest: Manifest, options: Options): Promise<void> {
  const { from, withSecret, keepSessions, holdMail } = options;
  const stamp = deps.clock().toISOString().replaceAll(':', '-');
  const { sessionsEnded, mailsWaiting } = await restoreDatabase(deps, manifest, stamp, options);
  if (withSecret) {
    const aside = await restoreSecret(secretFileOf(from), deps.settings.dataDir, `.before-${stamp}`);
    if (aside !== undefined) deps.print(`The old secret is kept as ${aside}`);
  }
  const sessions = keepSessions
    ? 'Whoever was signed in then still is.'
    : `Everybody signs in again: ${plural(sessionsEnded, 'session')} ended.`;
  const mails = holdMail ? 'will be held and not sent' : 'will be sent, perhaps for the second time';
  deps.print(`Restored: all is as it was at ${manifest.made}.
  ${sessions}
  ${plural(mailsWaiting, 'mail')} that waited then ${mails}.
  Who has deleted an account or a message since then is back: delete them again, as far as you know of them.`);
}

async function restoreDatabase(
  deps: OperatorDeps,
  manifest: Manifest,
  stamp: string,
  options: Options,
): Promise<Cleaned> {
  const { database } = deps.settings;
  const audit = () => restoredAudit(deps, options);
  if (database.kind === 'sqlite') {
    const { file } = database;
    const aside = `${file}.before-${stamp}`;
    if (existsSync(file)) setAside(deps, options, file, aside);
    return restoreSqlite(options.from, manifest, { file, aside }, audit, options);
  }
  const db = openDatabase(database, () => {});
  try {
    const aside = `${manifest.postgresSchema?.slice(0, 30)}_before_${stamp.replace(/\D/g, '')}`;
    if ((await allTables(db)).length > 0) setAside(deps, options, 'the database', `the schema ${aside}`);
    return await restorePostgres(options.from, manifest, { db, location: database, aside }, audit, options);
  } finally {
    await db.destroy();
  }
}

function setAside({ print }: OperatorDeps, { replace }: Options, place: string, aside: string): void {
  if (!replace) throw new Error(`There is a site in ${place} already. Add --replace to set it aside.`);
  print(`What was there is kept as ${aside}`);
}

/** The restored audit log goes on with the secret that the site will have. */
function restoredAudit(deps: OperatorDeps, { withSecret, from }: Options): AuditDeps {
  const secret = withSecret ? () => readFileSync(secretFileOf(from), 'utf8') : deps.secret;
  return auditDeps({ ...deps, secret });
}
