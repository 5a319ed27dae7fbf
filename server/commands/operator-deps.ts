import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import type { ReadStream, WriteStream } from 'node:tty';
import { type Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { email } from '#contract/fields.ts';
import type { AuditDeps } from '#server/audit/record-action.ts';
import type { DatabaseLocation, Db } from '#server/database/database.ts';
import type { Feature, SiteDeps } from '#server/feature.ts';
import { subject as mailSubject, SUBJECT_MOST } from '#server/http/form-fields.ts';
import type { MailTemplates } from '#server/mail/templates.ts';
import type { Keyring } from '#server/settings/keyring.ts';
import type { Settings } from '#server/settings/settings.ts';
import { type Day, parseDay } from '#server/time.ts';

declare module '#server/feature.ts' {
  interface Feature {
    readonly commands?: (program: Command, start: Start) => void;
  }
}

export type OperatorDeps = Terminal & {
  readonly settings: Settings;
  readonly features: readonly Feature[];
  readonly clock: () => Date;
  readonly newId: () => string;
  /** A token has 256 random bits, in base64url. */
  readonly newToken: () => string;
  readonly keyring: () => Promise<Keyring>;
  readonly mails: () => MailTemplates;
  /** Opens and migrates the site’s database, and closes it when the command ends. Throws if there is no database. */
  readonly openDb: () => Promise<Db>;
};

/**
 * Throws if the data folder contains no site. Commands call it before they open the database or the keyring, because these would
 * create a new site there. Only a restore may start with an empty folder.
 */
export function requireSite(database: DatabaseLocation): void {
  if (database.kind === 'sqlite' && !existsSync(database.file))
    throw new Error(
      `There is no database at ${database.file}. Set DATA_DIR to the data folder of the site, or start the site once.`,
    );
}

/**
 * Makes what a command needs from the settings. This function is called only when a command runs, so that the help works without
 * valid settings.
 */
export type Start = () => OperatorDeps;

export const BY = { actor: 'operator' } as const;

/** Throws if the site’s secret cannot be read: without it, the action could not be recorded in the audit log. */
export async function auditDeps({
  clock,
  newId,
  keyring,
}: Pick<OperatorDeps, 'clock' | 'newId' | 'keyring'>): Promise<AuditDeps> {
  return { clock, newId, keyring: await keyring() };
}

export async function openSite(deps: OperatorDeps): Promise<SiteDeps> {
  // The database is opened first, because `openDb` checks that there is a site.
  const db = await deps.openDb();
  const { features, newToken, settings } = deps;
  return { ...(await auditDeps(deps)), db, features, newToken, origin: settings.origin };
}

export const yesOption = () => new Option('--yes', 'do not ask for confirmation');

export const reasonOption = <T extends string>(reasons: Readonly<Record<T, string>>, help: string) =>
  new Option('--reason <reason>', help).choices(Object.keys(reasons) as T[]).makeOptionMandatory();

export function address(text: string): string {
  const { data } = email.safeParse(text);
  if (data === undefined) throw new InvalidArgumentError('It must be an email address.');
  return data;
}

export function subject(text: string): string {
  const { data } = mailSubject.safeParse(text);
  if (data === undefined)
    throw new InvalidArgumentError(`It must be one line of at most ${SUBJECT_MOST} characters.`);
  return data;
}

export function wholeNumber(max: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < 1 || number > max)
      throw new InvalidArgumentError(`It must be a whole number from 1 to ${max}.`);
    return number;
  };
}

export function day(text: string): Day {
  const parsed = parseDay(text);
  if (parsed === undefined) throw new InvalidArgumentError('It must be a day like 2026-11-21.');
  return parsed;
}

export type Terminal = {
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
  /** Asks the operator a question. Undefined if nobody can type an answer, as in a script. */
  readonly ask: ((question: string) => Promise<boolean>) | undefined;
};

type Streams = { readonly stdin: ReadStream; readonly stdout: WriteStream; readonly stderr: WriteStream };

/** The terminal of this process. Writing causes no error if the reader of a pipe stops early, as in `… | head`. */
export function createTerminal({ stdin, stdout, stderr }: Streams): Terminal {
  let isOpen = true;
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    isOpen = false;
  });
  return {
    print: (text) => {
      if (isOpen) stdout.write(`${text}\n`);
    },
    complain: (text) => void stderr.write(`${text}\n`),
    ask: stdin.isTTY && stderr.isTTY ? (question) => ask(question, stdin, stderr) : undefined,
  };
}

/** Asks the operator to confirm, unless the command has `--yes`. Throws if the answer is not yes. */
export async function confirm({ ask }: Pick<Terminal, 'ask'>, question: string, yes: boolean): Promise<void> {
  if (yes) return;
  if (ask === undefined)
    throw new Error(
      'This command asks for confirmation, but nobody can type an answer here. Add --yes to run it without asking.',
    );
  if (!(await ask(question))) throw new Error('Nothing was changed.');
}

async function ask(question: string, input: ReadStream, output: WriteStream): Promise<boolean> {
  using lines = createInterface({ input, output });
  try {
    return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `)).trim());
  } catch {
    return false;
  }
}
