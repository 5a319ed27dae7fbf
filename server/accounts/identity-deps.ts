import type { Logger } from 'pino';
import type { Db } from '#server/database/database.ts';
import type { MailTemplates } from '#server/mail/templates.ts';
import type { SessionCache } from './session-cache.ts';

/** What the rules of accounts work with. Nothing here is read from the surroundings. */
export type IdentityDeps = {
  readonly db: Db;
  readonly clock: () => Date;
  /** Unguessable and unique. */
  readonly newId: () => string;
  /** 256 bits of randomness, base64url. */
  readonly newToken: () => string;
  /** What everything new is signed with. */
  readonly secret: string;
  /** What was signed with these counts as well (docs/decisions/0025). */
  readonly acceptedSecrets: readonly string[];
  readonly sessionCache: SessionCache;
  readonly origin: string;
  readonly mails: MailTemplates;
  /** Tells the mail worker that a mail was stored; called after the commit. */
  readonly wakeMail: () => void;
  readonly log: Logger;
};
