import type { Logger } from 'pino';
import type { Db } from '#server/database/database.ts';
import type { MailableDeps } from '#server/mail/require-mailable.ts';
import type { MailTemplates } from '#server/mail/templates.ts';
import type { Keyring } from '#server/settings/keyring.ts';

/** What rules work with, beside their arguments. Nothing here is read from the environment. */
export type Deps = MailableDeps & {
  readonly db: Db;
  readonly clock: () => Date;
  /** Unguessable and unique. */
  readonly newId: () => string;
  /** 256 bits of randomness, base64url. */
  readonly newToken: () => string;
  readonly keyring: Keyring;
  readonly origin: string;
  readonly mails: MailTemplates;
  /** Tells the mail worker that a mail was stored; called after the commit. */
  readonly wakeMail: () => void;
  readonly log: Logger;
};
