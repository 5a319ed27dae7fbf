import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Db, openDatabase } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { loadMailTemplates } from '#server/mail/templates.ts';
import { readKeyring } from '#server/settings/keyring.ts';
import { readSettings } from '#server/settings/settings.ts';
import {
  EXIT_CODES,
  type OperatorCommand,
  type OperatorDeps,
  type WholeSiteCommand,
  type WholeSiteDeps,
} from './command.ts';
import { plainReason } from './plain-reason.ts';
import { createTerminal } from './terminal.ts';

const MAILS = join(import.meta.dirname, '..', '..', 'build', 'mails', 'mails.json');

/** By the word that calls it. */
const COMMANDS: Readonly<Record<string, () => Promise<OperatorCommand | WholeSiteCommand>>> = {
  submissions: async () => (await import('./submissions.ts')).submissionsCommand,
  report: async () => (await import('./report.ts')).reportCommand,
  audit: async () => (await import('./audit.ts')).auditCommand,
  backup: async () => (await import('./backup.ts')).backupCommand,
  restore: async () => (await import('./restore.ts')).restoreCommand,
  copy: async () => (await import('./copy.ts')).copyCommand,
};

/** `npm run operator -- <command> …`: what the people who run the site look up and settle, beside the running site. */
const [name = 'help', ...args] = process.argv.slice(2);
process.exitCode = await main(name, args);

async function main(name: string, args: readonly string[]): Promise<number> {
  const terminal = createTerminal(process);
  const { print, complain } = terminal;
  if (['help', '--help', '-h'].includes(name)) {
    const all = await Promise.all(Object.values(COMMANDS).map((command) => command()));
    print(['Usage: npm run operator -- <command>', ...all.map(({ usage }) => usage)].join('\n\n'));
    return EXIT_CODES.done;
  }
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (load === undefined) {
    complain(
      `There is no command “${name}”: ${Object.keys(COMMANDS).join(', ')}.\nHow it works: npm run operator -- --help`,
    );
    return EXIT_CODES.usage;
  }
  const read = readSettings(process.env);
  if (read.kind === 'invalid') {
    const lines = read.problems.map(({ name: setting, problem }) => `  ${setting} ${problem}`);
    complain(`Please correct these settings:\n${lines.join('\n')}`);
    return EXIT_CODES.usage;
  }
  const { settings } = read;
  const { database } = settings;
  const surroundings: WholeSiteDeps = {
    ...terminal,
    settings,
    clock: () => new Date(),
    newId: () => randomUUID(),
    keyring: () => readKeyring(settings),
    mails: () => loadMailTemplates(MAILS),
  };
  const command = await load();
  if ('runOnWholeSite' in command) {
    try {
      return await command.runOnWholeSite(surroundings, args);
    } catch (error) {
      complain(plainReason(error));
      return EXIT_CODES.failed;
    }
  }
  // Opening it would make an empty one: every list would say that nobody has ever come.
  if (database.kind === 'sqlite' && !existsSync(database.file)) {
    complain(
      `There is no database at ${database.file}. Give the site’s own folder as DATA_DIR, or start the site once.`,
    );
    return EXIT_CODES.failed;
  }
  let db: Db | undefined;
  try {
    db = openDatabase(database, () => {});
    await migrate(db);
    const deps: OperatorDeps = { ...surroundings, db };
    return await command.run(deps, args);
  } catch (error) {
    complain(plainReason(error));
    return EXIT_CODES.failed;
  } finally {
    await db?.destroy();
  }
}
