import type { Db } from '#server/database/database.ts';
import type { MailTemplates } from '#server/mail/templates.ts';
import type { Keyring } from '#server/settings/keyring.ts';
import type { Settings } from '#server/settings/settings.ts';
import type { Terminal } from './terminal.ts';

/** What operator commands work with. */
export type OperatorDeps = Terminal & {
  readonly settings: Settings;
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

/** Called when a command runs, but not for its help, which works with wrong settings too. */
export type Start = () => OperatorDeps;
