import type { Db } from '#server/database/database.ts';
import type { MailTemplates } from '#server/mail/templates.ts';
import type { Keyring } from '#server/settings/keyring.ts';
import type { Settings } from '#server/settings/settings.ts';
import type { Terminal } from './terminal.ts';

/** What a command works with. Nothing else is read from the surroundings. */
export type OperatorDeps = Terminal & {
  readonly db: Db;
  readonly settings: Settings;
  readonly clock: () => Date;
  /** Unguessable and unique. */
  readonly newId: () => string;
  /** The site's secrets. Throws when they cannot be had. */
  readonly keyring: () => Keyring;
  /** The built mails, read when a command needs them. Throws when they were not built. */
  readonly mails: () => MailTemplates;
};

/** `done` 0; `failed` 1: it could not be done, or was not found; `usage` 2: the command was not understood. */
export const EXIT_CODES = { done: 0, failed: 1, usage: 2 } as const;
export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

/** `npm run operator -- <name> …`. One file per command in this folder. */
export type OperatorCommand = {
  /** How it is called, one line per way, and what it does. */
  readonly usage: string;
  /** @param args what stands behind the command's name */
  readonly run: (deps: OperatorDeps, args: readonly string[]) => Promise<ExitCode>;
};

/** A command that opens the database by itself, if at all: it may be missing, old, damaged, or about to be replaced. */
export type WholeSiteDeps = Omit<OperatorDeps, 'db'>;
export type WholeSiteCommand = {
  readonly usage: string;
  readonly runOnWholeSite: (deps: WholeSiteDeps, args: readonly string[]) => Promise<ExitCode>;
};
