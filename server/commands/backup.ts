import { readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { recordAlone } from '#server/audit/record-action.ts';
import { openDatabase } from '#server/database/database.ts';
import { NEWEST_SCHEMA } from '#server/database/migrate.ts';
import { auditDeps } from './audit-deps.ts';
import { countsSentence, type Manifest, manifestNameOf, secretNameOf } from './backup/manifest.ts';
import { writeBackup } from './backup/write-backup.ts';
import { EXIT_CODES, type ExitCode, type WholeSiteDeps } from './command.ts';
import { UsageError, understand } from './usage-error.ts';
import { wholeSiteCommand } from './whole-site-command.ts';

const USAGE = `backup: the whole database in a file, while the site runs or not
  backup --to FILE [--with-secret]
  backup --to FOLDER [--with-secret] [--keep N]
      In a folder it gets a name with the time in it; --keep removes all but the newest N of such names.
      Beside it is FILE.json, which tells what is in it: the two belong together.
      --with-secret adds the secret that a site on SQLite makes for itself, as FILE.auth-secret. Without it, after
      a restore on another machine a sign-up under way needs another mail, and the audit log cannot be checked as far back.
      Whoever has both files can act as anybody who is signed in: keep them apart.
Exit codes: 0 done, 1 not done, 2 not understood.`;

/** Everything that people gave to the site, in a file that `restore` takes. */
export const backupCommand = wholeSiteCommand('backup', USAGE, async (deps, args) => {
  const { settings, print, complain } = deps;
  const { to, withSecret, keep } = parseBackup(args);
  if (withSecret && settings.authSecret !== undefined) {
    throw new UsageError(
      'The secret of this site is the setting AUTH_SECRET, which no backup holds: keep it where you keep your settings.',
    );
  }
  const made = deps.clock();
  const isFolder = await isThereAFolder(to);
  if (keep !== undefined && !isFolder) {
    throw new UsageError('--keep goes with --to and a folder that is there.');
  }
  const file = isFolder ? join(to, nameFor(made, settings.database.kind)) : to;
  const manifest = await writeBackup({
    location: settings.database,
    to: file,
    secret: withSecret ? deps.keyring()[0] : undefined,
    made,
    onProgress: progressPrinter(print),
  });
  if (manifest === undefined) {
    complain(
      `${file}, or a file beside it with that name and another ending, is there already, and a backup is never written over. Choose another name.`,
    );
    return EXIT_CODES.failed;
  }
  print(
    `${file}\n  ${countsSentence(manifest.tables)}; ${manifest.bytes} bytes, schema ${manifest.schemaVersion}\n  SHA-256 ${manifest.sha256}`,
  );
  if (isFolder && keep !== undefined) {
    for (const name of await removeOld(to, keep, basename(file))) print(`Removed ${name}.`);
  }
  return recordBackup(deps, manifest);
});

function parseBackup(args: readonly string[]) {
  const { values } = understand(() =>
    parseArgs({
      args: [...args],
      options: { to: { type: 'string' }, 'with-secret': { type: 'boolean' }, keep: { type: 'string' } },
    }),
  );
  const { to = '', keep } = values;
  if (to === '') throw new UsageError('--to needs the name of a file or a folder.');
  if (keep !== undefined && !/^[1-9]\d{0,5}$/.test(keep)) {
    throw new UsageError(`--keep must be a number from 1, not “${keep}”.`);
  }
  return {
    to,
    withSecret: values['with-secret'] === true,
    keep: keep === undefined ? undefined : Number(keep),
  };
}

async function isThereAFolder(name: string): Promise<boolean> {
  const found = await stat(name).catch(() => undefined);
  return found?.isDirectory() === true;
}

const ENDINGS = { sqlite: 'sqlite', postgres: 'dump' } as const;
const OUR_NAME = /^site-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.(?:sqlite|dump)$/;

function nameFor(made: Date, kind: Manifest['kind']): string {
  return `site-${made.toISOString().replaceAll(':', '-')}.${ENDINGS[kind]}`;
}

/**
 * Names sort by their time. What has another name is nobody's business here, and what was just made is among those that
 * stay, also when a clock that was wrong once has given later names.
 */
async function removeOld(folder: string, keep: number, justMade: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => OUR_NAME.test(name) && name !== justMade).sort();
  const old = names.slice(0, Math.max(0, names.length - (keep - 1)));
  for (const name of old) {
    const file = join(folder, name);
    for (const each of [file, manifestNameOf(file), secretNameOf(file)]) await rm(each, { force: true });
  }
  return old;
}

/** The backup is there whatever happens to this line. A schema of before has no place for it, and is left as it is. */
async function recordBackup(deps: WholeSiteDeps, { schemaVersion }: Manifest): Promise<ExitCode> {
  if (schemaVersion !== NEWEST_SCHEMA) return EXIT_CODES.done;
  const db = openDatabase(deps.settings.database, () => {});
  try {
    await recordAlone({ db, ...auditDeps(deps) }, { action: 'backup-made', actor: 'operator' });
  } catch (error) {
    deps.complain(`The audit log could not be told of it: ${error instanceof Error ? error.message : error}`);
  } finally {
    await db.destroy();
  }
  return EXIT_CODES.done;
}

/** A line for each tenth, of what takes long enough to have them. */
function progressPrinter(print: (text: string) => void): (share: number) => void {
  let told = 0;
  return (share) => {
    const tenths = Math.floor(share * 10);
    if (tenths <= told) return;
    told = tenths;
    print(`${tenths * 10} % copied`);
  };
}
