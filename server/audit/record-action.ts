import type { Selectable } from 'kysely';
import type { Db, Tx } from '#server/database/database.ts';
import type { AuditTable } from '#server/database/schema.ts';
import { type Keyring, sign } from '#server/settings/keyring.ts';
import type { AuditedAction } from './actions.ts';

export type AuditLine = Selectable<AuditTable>;

export type AuditDeps = {
  readonly keyring: Keyring;
  readonly clock: () => Date;
  readonly newId: () => string;
};

export type AuditEntry = {
  readonly action: AuditedAction;
  /**
   * Who did it: an account by its id; `visitor` is somebody who has not shown to be the owner of an account, `system`
   * the site itself.
   */
  readonly actor: { readonly account: string } | 'operator' | 'visitor' | 'system';
  /** The id of the account or submission that it was done to. */
  readonly subject?: string | undefined;
  /** The id of the session it was done from. */
  readonly session?: string | undefined;
  /** A few words of ours: small letters, digits, blanks and `,-`. Never what somebody typed. */
  readonly detail?: string | undefined;
};

/** Of what the owner of an account did to it, in one of their sessions where it is of one. */
export function byOwner({ id, userId }: { readonly id?: string | undefined; readonly userId: string }) {
  return { actor: { account: userId }, subject: userId, session: id } as const;
}

const OUR_WORDS = /^[a-z0-9 ,-]{0,400}$/;

/** Stores an audit line in the transaction of the action. Ids are stored as keyed hashes. Throws for a detail that is not one of our own words. */
export async function recordAction(
  { keyring: [secret], clock, newId }: AuditDeps,
  tx: Tx,
  { action, actor, subject, session, detail = '' }: AuditEntry,
): Promise<void> {
  if (!OUR_WORDS.test(detail)) throw new Error(`The detail of “${action}” may hold none but our own words.`);
  await tx
    .insertInto('audit')
    .values({
      id: newId(),
      at: clock().toISOString(),
      action,
      detail,
      actor: typeof actor === 'string' ? actor : hashedId(secret, 'subject', actor.account),
      subject: subject === undefined ? '' : hashedId(secret, 'subject', subject),
      session: session === undefined ? '' : hashedId(secret, 'session', session),
      seq: null,
      link: '',
    })
    .execute();
}

/** The keyed hash of an id: comparable with the secret, meaningless without. */
export function hashedId(secret: string, kind: 'subject' | 'session', id: string): string {
  return sign([secret], kind === 'subject' ? 'audit' : 'audit session', id).slice(0, 22);
}

/** The same in a transaction of its own, for what no transaction of ours did. */
export function recordAlone(deps: AuditDeps & { readonly db: Db }, entry: AuditEntry): Promise<void> {
  return deps.db.transaction().execute((tx) => recordAction(deps, tx, entry));
}

/**
 * Whether the same action was recorded for the same account and session since then, so that a repeatable action cannot
 * fill the disk with lines.
 */
export async function wasRecordedSince(
  { keyring: [secret] }: AuditDeps,
  tx: Tx,
  { action, subject, session }: AuditEntry & { readonly subject: string },
  since: Date,
): Promise<boolean> {
  const line = await tx
    .selectFrom('audit')
    .select('id')
    .where('subject', '=', hashedId(secret, 'subject', subject))
    .where('at', '>', since.toISOString())
    .where('action', '=', action)
    .where('session', '=', session === undefined ? '' : hashedId(secret, 'session', session))
    .limit(1)
    .executeTakeFirst();
  return line !== undefined;
}
