import { existsSync } from 'node:fs';
import type { Command } from '@commander-js/extra-typings';
import type { AuditDeps } from '#server/audit/record-action.ts';
import type { DatabaseLocation, Db } from '#server/database/database.ts';
import type { Feature } from '#server/feature.ts';
import type { MailTemplates } from '#server/mail/templates.ts';
import type { Keyring } from '#server/settings/keyring.ts';
import type { Settings } from '#server/settings/settings.ts';
import type { Terminal } from './terminal.ts';

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
  readonly keyring: () => Keyring;
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
export function auditDeps({
  clock,
  newId,
  keyring,
}: Pick<OperatorDeps, 'clock' | 'newId' | 'keyring'>): AuditDeps {
  return { clock, newId, keyring: keyring() };
}

/** The site's database and what is recorded with, for the functions that the console calls too. */
export async function openSite(deps: OperatorDeps) {
  // First, as it requires a site.
  const db = await deps.openDb();
  const { features, newToken, settings } = deps;
  return { ...auditDeps(deps), db, features, newToken, origin: settings.origin };
}
