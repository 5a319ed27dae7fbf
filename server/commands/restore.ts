import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { AuditDeps } from '#server/audit/record-action.ts';
import { openDatabase } from '#server/database/database.ts';
import { auditDeps } from './audit-deps.ts';
import { countsSentence, type Manifest, secretNameOf } from './backup/manifest.ts';
import { EXIT_CODES, type ExitCode, type WholeSiteDeps } from './command.ts';
import { counted } from './counted.ts';
import { checkBackup } from './restore/check-backup.ts';
import { lookAtSchema, restorePostgres } from './restore/restore-postgres.ts';
import { lookAtPlace, restoreSqlite } from './restore/restore-sqlite.ts';
import type { RestoreWish, Settled } from './restore/settle-restored.ts';
import { takeSecret } from './restore/take-secret.ts';
import { UsageError, understand } from './usage-error.ts';
import { wholeSiteCommand } from './whole-site-command.ts';

const USAGE = `restore: puts a backup in the place of the database, with the site stopped
  restore --from FILE [--replace] [--yes] [--keep-sessions] [--hold-mail] [--with-secret]
      The backup is looked at first, and nothing is changed when it is not whole.
      --replace        what is there already is set aside, under a name that is printed
      --keep-sessions  whoever was signed in then still is; otherwise everybody signs in again, because a session that
                       somebody has ended since the backup would come back
      --hold-mail      mails that waited then are not sent; otherwise they are, a second time if they have been since
      --with-secret    also takes the secret from FILE.auth-secret
Exit codes: 0 done, 1 not done, 2 not understood.`;

type Wish = RestoreWish & {
  readonly from: string;
  readonly replace: boolean;
  readonly yes: boolean;
  readonly withSecret: boolean;
};

/** The other half of `backup`. */
export const restoreCommand = wholeSiteCommand('restore', USAGE, async (deps, args) => {
  const wish = parseRestore(args);
  if (!wish.yes && deps.ask === undefined) {
    throw new UsageError(
      'Restoring asks first, and nobody is at a keyboard here to answer: add --yes to go without.',
    );
  }
  if (wish.withSecret && deps.settings.authSecret !== undefined) {
    throw new UsageError(
      '--with-secret is for a site that makes its secret itself; yours is in AUTH_SECRET.',
    );
  }
  if (wish.withSecret && !existsSync(secretNameOf(wish.from))) {
    throw new UsageError(`${secretNameOf(wish.from)} is not there.`);
  }
  const { database } = deps.settings;
  const manifest = await checkBackup(wish.from, database.kind);
  deps.print(
    `${wish.from} is whole: made ${manifest.made}, schema ${manifest.schemaVersion}\n  ${countsSentence(manifest.tables)}`,
  );
  return database.kind === 'sqlite'
    ? intoSqlite(deps, database.file, manifest, wish)
    : intoPostgres(deps, database, manifest, wish);
});

function parseRestore(args: readonly string[]): Wish {
  const flag = { type: 'boolean' } as const;
  const { values } = understand(() =>
    parseArgs({
      args: [...args],
      options: {
        from: { type: 'string' },
        replace: flag,
        yes: flag,
        'keep-sessions': flag,
        'hold-mail': flag,
        'with-secret': flag,
      },
    }),
  );
  const { from = '', replace = false, yes = false } = values;
  if (from === '') throw new UsageError('--from needs the name of a backup.');
  return {
    from,
    replace,
    yes,
    keepSessions: values['keep-sessions'] === true,
    holdMail: values['hold-mail'] === true,
    withSecret: values['with-secret'] === true,
  };
}

async function intoSqlite(
  deps: WholeSiteDeps,
  file: string,
  manifest: Manifest,
  wish: Wish,
): Promise<ExitCode> {
  const place = lookAtPlace(file);
  try {
    if (place.kind === 'in-use')
      return refuse(deps, `The site runs on ${file}, or somebody else has it open. Stop it first.`);
    const isTaken = place.kind !== 'empty';
    if (!(await mayGoOn(deps, wish, isTaken ? file : undefined))) return EXIT_CODES.failed;
    // Where nothing was, nothing could be held while the question waited.
    if (!isTaken && existsSync(file))
      return refuse(deps, `A site has started on ${file} meanwhile. Stop it first.`);
    const aside = `${file}.before-${stamp(deps.clock())}`;
    if (isTaken) deps.print(`The old database is kept as ${aside}`);
    const settled = await restoreSqlite(
      wish.from,
      manifest,
      { file, place, aside },
      auditOf(deps, wish),
      wish,
    );
    if (wish.withSecret) await tellSecret(deps, wish.from);
    return tell(deps, wish, settled, manifest);
  } finally {
    if (place.kind === 'taken') place.alone.close();
  }
}

async function intoPostgres(
  deps: WholeSiteDeps,
  location: Extract<WholeSiteDeps['settings']['database'], { kind: 'postgres' }>,
  manifest: Manifest,
  wish: Wish,
): Promise<ExitCode> {
  const db = openDatabase(location, () => {});
  try {
    const place = await lookAtSchema(db, manifest);
    if (place.kind === 'other-schema') {
      return refuse(
        deps,
        `The backup is of the schema ${manifest.postgresSchema}, and the settings lead to ${place.schema ?? 'none that is there'}. Create that schema, or put it into DATABASE_URL.`,
      );
    }
    if (place.kind === 'in-use')
      return refuse(deps, 'The site runs on this database. Stop all of its processes first.');
    const isTaken = place.kind === 'taken';
    if (!(await mayGoOn(deps, wish, isTaken ? 'the database' : undefined))) return EXIT_CODES.failed;
    // Nothing held the database while the question waited.
    if ((await lookAtSchema(db, manifest)).kind !== place.kind)
      return refuse(deps, 'A site has started on this database meanwhile. Stop all of its processes first.');
    const aside = `${manifest.postgresSchema?.slice(0, 30)}_before_${stamp(deps.clock()).replace(/\D/g, '')}`;
    if (isTaken) deps.print(`The old tables are kept in the schema ${aside}`);
    const settled = await restorePostgres(
      wish.from,
      manifest,
      { db, location, aside },
      auditOf(deps, wish),
      wish,
    );
    return tell(deps, wish, settled, manifest);
  } finally {
    await db.destroy();
  }
}

/** `undefined`: nothing is there that could be lost. */
async function mayGoOn(
  { ask, complain, print }: WholeSiteDeps,
  { replace, yes }: Wish,
  taken: string | undefined,
): Promise<boolean> {
  if (taken !== undefined && !replace) {
    complain(`There is a site in ${taken} already. Add --replace to set it aside.`);
    return false;
  }
  if (yes) return true;
  const isMeant = await ask?.(
    taken === undefined ? 'Restore it?' : `Restore it in the place of what is in ${taken}?`,
  );
  if (isMeant !== true) print('Nothing was changed.');
  return isMeant === true;
}

async function tellSecret({ settings, clock, print }: WholeSiteDeps, from: string): Promise<void> {
  const aside = await takeSecret(secretNameOf(from), settings.dataDir, stamp(clock()));
  if (aside !== undefined) print(`The old secret is kept as ${aside}`);
}

/** The chain of the restored log goes on with the secret that the site will have. */
const auditOf =
  (deps: WholeSiteDeps, { withSecret, from }: Wish) =>
  (): AuditDeps => {
    if (!withSecret) return auditDeps(deps);
    const { clock, newId, settings } = deps;
    return {
      clock,
      newId,
      keyring: [readFileSync(secretNameOf(from), 'utf8').trim(), ...settings.acceptedSecrets],
    };
  };

function tell({ print }: WholeSiteDeps, wish: Wish, settled: Settled, { made }: Manifest): ExitCode {
  const { sessionsEnded, mailsWaiting } = settled;
  const sessions = wish.keepSessions
    ? 'Whoever was signed in then still is.'
    : `Everybody signs in again: ${counted(sessionsEnded, 'session')} ended.`;
  const mails = wish.holdMail ? 'will be held and not sent' : 'will be sent, perhaps for the second time';
  print(
    `Restored: all is as it was at ${made}.\n  ${sessions}\n  ${counted(mailsWaiting, 'mail')} that waited then ${mails}.\n  Who has deleted an account or a message since then is back: delete them again, as far as you know of them.`,
  );
  return EXIT_CODES.done;
}

function refuse({ complain }: WholeSiteDeps, reason: string): ExitCode {
  complain(reason);
  return EXIT_CODES.failed;
}

function stamp(now: Date): string {
  return now.toISOString().replaceAll(':', '-');
}
