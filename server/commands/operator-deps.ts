import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import type { ReadStream, WriteStream } from 'node:tty';
import { type Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { email } from '#contract/fields.ts';
import type { AuditDeps } from '#server/audit/record-action.ts';
import type { DatabaseLocation, Db } from '#server/database/database.ts';
import type { Feature } from '#server/feature.ts';
import { subject as mailSubject, SUBJECT_MOST } from '#server/http/form-fields.ts';
import type { MailTemplates } from '#server/mail/templates.ts';
import type { Keyring } from '#server/settings/keyring.ts';
import type { Settings } from '#server/settings/settings.ts';
import { type Day, parseDay } from '#server/time.ts';

declare module '#server/feature.ts' {
  interface Feature {
    /** Adds commands to `npm run operator`. */
    readonly commands?: (program: Command, start: Start, features: readonly Feature[]) => void;
  }
}

/** What operator commands work with. */
export type OperatorDeps = Terminal & {
  readonly settings: Settings;
  readonly features: readonly Feature[];
  readonly clock: () => Date;
  /** Unguessable and unique. */
  readonly newId: () => string;
  /** 256 bits of randomness, base64url. */
  readonly newToken: () => string;
  /** The site's secrets. Throws when they cannot be read. */
  readonly keyring: () => Promise<Keyring>;
  /** The built mails. Throws when they were not built. */
  readonly mails: () => MailTemplates;
  /** Opens the site's database, up to date; it is closed when the command ends. Throws when there is none. */
  readonly openDb: () => Promise<Db>;
};

/**
 * Throws where the data folder holds no site. To be asked before anything is opened or made: SQLite would create an empty database, in
 * which every list is empty, and the keyring a new secret. A restore alone may begin a site.
 */
export function requireSite(database: DatabaseLocation): void {
  if (database.kind === 'sqlite' && !existsSync(database.file))
    throw new Error(
      `There is no database at ${database.file}. Give the site’s own folder as DATA_DIR, or start the site once.`,
    );
}

/** Called when a command runs, but not for its help, which works with wrong settings too. */
export type Start = () => OperatorDeps;

/** Who does what a command does, in audit lines. */
export const BY = { actor: 'operator' } as const;

/** What a command records its actions with. Throws when the keyring cannot be had: what is not recorded is not done. */
export async function auditDeps({
  clock,
  newId,
  keyring,
}: Pick<OperatorDeps, 'clock' | 'newId' | 'keyring'>): Promise<AuditDeps> {
  return { clock, newId, keyring: await keyring() };
}

/** The site's database and what is recorded with, for the functions that the console calls too. */
export async function openSite(deps: OperatorDeps) {
  // First, as it requires a site.
  const db = await deps.openDb();
  const { features, newToken, settings } = deps;
  return { ...(await auditDeps(deps)), db, features, newToken, origin: settings.origin };
}

// Each parser throws what commander reports as a wrong value.

export const yesOption = () => new Option('--yes', 'do not ask');
/** @public */
export const limitOption = () =>
  new Option('--limit <number>', 'how many').argParser(wholeNumber(1_000)).default(20);
/** @public */
export const fromOption = () => new Option('--from <day>', 'like 2026-11-21, in UTC').argParser(day);
/** @public */
export const toOption = () => new Option('--to <day>', 'the last day').argParser(day);

/** A choice that has to be made. */
export const reasonOption = <T extends string>(reasons: Readonly<Record<T, string>>, help: string) =>
  new Option('--reason <reason>', help).choices(Object.keys(reasons) as T[]).makeOptionMandatory();

export function address(text: string): string {
  const { data } = email.safeParse(text);
  if (data === undefined) throw new InvalidArgumentError('It must be an email address.');
  return data;
}

/** The subject of a mail that an operator writes. */
export function subject(text: string): string {
  const { data } = mailSubject.safeParse(text);
  if (data === undefined)
    throw new InvalidArgumentError(`It must be one line of at most ${SUBJECT_MOST} characters.`);
  return data;
}

/** A parser of whole numbers from 1. */
export function wholeNumber(most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < 1 || number > most)
      throw new InvalidArgumentError(`It must be a whole number from 1 to ${most}.`);
    return number;
  };
}

function day(text: string): Day {
  const parsed = parseDay(text);
  if (parsed === undefined) throw new InvalidArgumentError('It must be a day like 2026-11-21.');
  return parsed;
}

/** How a command speaks with the person who called it, or with the program its output goes to. */
export type Terminal = {
  /** Lines on standard output. */
  readonly print: (text: string) => void;
  /** Lines on standard error. */
  readonly complain: (text: string) => void;
  /** Asks for a yes; anything else is a no. Undefined where nobody is there to ask. */
  readonly ask: ((question: string) => Promise<boolean>) | undefined;
};

type Streams = { readonly stdin: ReadStream; readonly stdout: WriteStream; readonly stderr: WriteStream };

/** The terminal of this process. A reader that goes away, as in `… | head`, is no error. */
export function createTerminal({ stdin, stdout, stderr }: Streams): Terminal {
  let isRead = true;
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    isRead = false;
  });
  return {
    print: (text) => {
      if (isRead) stdout.write(`${text}\n`);
    },
    complain: (text) => void stderr.write(`${text}\n`),
    ask: stdin.isTTY && stderr.isTTY ? (question) => ask(question, stdin, stderr) : undefined,
  };
}

/** Throws unless the operator said `--yes`, or answers yes now. */
export async function confirm({ ask }: Pick<Terminal, 'ask'>, question: string, yes: boolean): Promise<void> {
  if (yes) return;
  if (ask === undefined)
    throw new Error('This asks first, and nobody is at a keyboard here to answer: add --yes to go without.');
  if (!(await ask(question))) throw new Error('Nothing was changed.');
}

async function ask(question: string, input: ReadStream, output: WriteStream): Promise<boolean> {
  const lines = createInterface({ input, output });
  try {
    return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `)).trim());
  } catch {
    // Ctrl-C, or the end of the input.
    return false;
  } finally {
    lines.close();
  }
}
