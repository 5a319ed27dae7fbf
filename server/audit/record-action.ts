import type { Db, Tx } from '#server/database/database.ts';
import { prepareQuery, type Values } from '#server/database/prepare-query.ts';
import type { Keyring } from '#server/settings/keyring.ts';
import type { AuditedAction } from './actions.ts';
import { type AuditHead, type AuditLine, hashedId, judgeHead, keyIdOf, linkOf } from './chain.ts';
import { holdHead, storeHead } from './head.ts';

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

/**
 * Keeps that something was done, in the transaction that did it, as the next line of the chain. To be called last in
 * it: every other line waits until the transaction ends. Ids are kept as keyed hashes. Throws when the line could not
 * be stored, and for a detail that is not one of our own words.
 */
export async function recordAction(deps: AuditDeps, tx: Tx, entry: AuditEntry): Promise<void> {
  const head = await holdWholeHead(deps, tx);
  await storeHead(tx, deps.keyring[0], await append(deps, tx, head, entry));
}

/** The same in a transaction of its own, for what no transaction of ours did. */
export function recordAlone(deps: AuditDeps & { readonly db: Db }, entry: AuditEntry): Promise<void> {
  return deps.db.transaction().execute((tx) => recordAction(deps, tx, entry));
}

/**
 * Holds the head. Where its seal is not ours, it would become whole again with the next line, and whatever was done to
 * the chain could no more be seen: so that is said first, in a line that stays.
 */
export async function holdWholeHead(deps: AuditDeps, tx: Tx): Promise<AuditHead> {
  const head = await holdHead(tx);
  const state = judgeHead(deps.keyring, head);
  if (state === 'whole') return head;
  const place = await append(deps, tx, head, {
    actor: 'system',
    ...(state === 'forged'
      ? { action: 'chain-broken' }
      : { action: 'secret-changed', detail: 'the one before is not known' }),
  });
  return storeHead(tx, deps.keyring[0], place);
}

const OUR_WORDS = /^[a-z0-9 ,-]{0,400}$/;

const insertLine = prepareQuery((db, value: Values<AuditLine>) =>
  db.insertInto('audit').values({
    id: value('id'),
    at: value('at'),
    action: value('action'),
    detail: value('detail'),
    actor: value('actor'),
    subject: value('subject'),
    session: value('session'),
    seq: value('seq'),
    key_id: value('key_id'),
    previous_link: value('previous_link'),
    link: value('link'),
  }),
);

/** Adds a line; answers the head with it, which is still to be stored. */
async function append(deps: AuditDeps, tx: Tx, head: AuditHead, entry: AuditEntry): Promise<AuditHead> {
  const { action, actor, subject, session, detail = '' } = entry;
  if (!OUR_WORDS.test(detail)) throw new Error(`The detail of “${action}” may hold none but our own words.`);
  const [secret] = deps.keyring;
  const line = {
    id: deps.newId(),
    at: deps.clock().toISOString(),
    action,
    detail,
    actor: typeof actor === 'string' ? actor : hashedId(secret, 'subject', actor.account),
    subject: subject === undefined ? '' : hashedId(secret, 'subject', subject),
    session: session === undefined ? '' : hashedId(secret, 'session', session),
    seq: head.seq + 1,
    key_id: keyIdOf(secret),
    previous_link: head.link,
  };
  const link = linkOf(secret, line);
  await insertLine(tx, { ...line, link });
  return { ...head, seq: line.seq, link };
}
