import { LINK_NOT_VALID, PROOF_MISSING } from '#features/accounts/refusals.ts';
import { OWNERSHIP_REFUSED } from '#features/accounts/server/audit-actions.ts';
import { CODE, codeHash } from '#features/accounts/server/codes.ts';
import type { UsedWay } from '#features/accounts/server/factors.ts';
import { hashToken } from '#features/accounts/server/hashes.ts';
import { isPassword, lockAddresses } from '#features/accounts/server/passwords.ts';
import { requireSessionIn } from '#features/accounts/server/proof.ts';
import type { Session } from '#features/accounts/server/sessions.ts';
import { endAccess } from '#features/accounts/server/sessions.ts';
import type { Undo } from '#features/accounts/server/slots.ts';
import { lockUser } from '#features/accounts/server/users.ts';
import type { ContestedChange } from '#features/undo-changes/bodies.ts';
import { CHANGE_DECIDED, TAKE_BACK_REFUSED } from '#features/undo-changes/refusals.ts';
import {
  type AuditActor,
  type AuditEntry,
  byOwner,
  recordAction,
  recordAlone,
} from '#server/audit/record-action.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { deleteRows, findRow, hasRow, updateRows } from '#server/database/rows.ts';
import type { Schema } from '#server/database/schema.ts';
import type { Deps, WithFeatures } from '#server/feature.ts';
import { refuse } from '#server/http/refusal.ts';
import { timeInWords } from '#server/time.ts';
import { CHANGE_CONTESTED, CHANGE_KEPT, CHANGE_TAKEN_BACK } from './audit-actions.ts';
import {
  hasCode,
  hasCredential,
  hasGuard,
  hasSameCodes,
  hasSameSecondStep,
  keptCodes,
  readCredentials,
  restoreCredentials,
  withoutCredential,
} from './credentials.ts';
import { type CredentialsBefore, canBeUndone, changeWords } from './note-change.ts';

type Change = Pick<Schema['account_changes'], 'id' | 'user_id' | 'created_at'> & {
  readonly before: CredentialsBefore;
};

/** The change that a mailed link is about. Undefined for a link that has expired or never existed. */
export async function findChange({ db, clock }: Deps, token: string) {
  const row = await db
    .selectFrom('account_changes')
    .select(['id', 'user_id', 'created_at', 'before', 'kind', 'detail', 'contested_at', 'kept_at'])
    .where('token_hash', '=', hashToken(token))
    .where(canBeUndone(clock()))
    .executeTakeFirst();
  return row && { ...row, before: JSON.parse(row.before) as CredentialsBefore };
}

export async function describeChange(deps: Deps, token: string) {
  const found = await findChange(deps, token);
  if (found === undefined) return undefined;
  const { before, kind, detail, created_at, contested_at, kept_at } = found;
  const open = contested_at === null ? 'ready' : 'frozen';
  const step = kept_at === null ? open : 'kept';
  const change = { title: changeWords(kind, detail).title, when: timeInWords(created_at), step } as const;
  return { email: before.email, change };
}

/** Freezes the account, unless a signed-in person has confirmed (`kept`) the change. Refuses with LINK_NOT_VALID. */
export async function contestChange(deps: Deps, token: string): Promise<'frozen' | 'kept'> {
  const { id, user_id: userId, created_at } = (await findChange(deps, token)) ?? refuse(LINK_NOT_VALID);
  return deps.db.transaction().execute(async (tx) => {
    if (!(await lockUser(tx, userId))) refuse(LINK_NOT_VALID);
    const undecided = { id, contested_at: null, kept_at: null };
    const contested = { contested_at: deps.clock().toISOString() };
    if ((await updateRows(tx, 'account_changes', undecided, contested)) !== 1) {
      const row = (await findRow(tx, 'account_changes', ['kept_at'], { id })) ?? refuse(LINK_NOT_VALID);
      return row.kept_at === null ? 'frozen' : 'kept';
    }
    await endAccess(deps, tx, userId);
    // Forgets the browsers that became known since the change. Older ones stay known.
    await tx
      .deleteFrom('devices')
      .where('user_id', '=', userId)
      .where('created_at', '>=', created_at)
      .execute();
    await recordAction(deps, tx, { action: CHANGE_CONTESTED, actor: 'visitor', subject: userId });
    return 'frozen';
  });
}

/** The changes of an account that its owner contested (“This wasn’t me”), the newest first. */
export async function listContested(db: Db, userId: string): Promise<readonly ContestedChange[]> {
  const contested = await findContested(db, userId);
  return contested
    .map(({ id, kind, detail, created_at }) => ({
      id,
      what: changeWords(kind, detail).what,
      createdAt: created_at,
    }))
    .reverse();
}

/** Whether the text is a recovery code. Recovery codes cannot be guessed, so wrong ones are not counted. */
export function isRecoveryCode({ before }: Change, typed: string): boolean {
  return hasCode(before, codeHash(typed));
}

/**
 * Undoes a change and all later ones. `typed` is the former password or a recovery code, because the link alone proves only access
 * to the mailbox. Refuses with TAKE_BACK_REFUSED or LINK_NOT_VALID.
 */
export async function takeBackByLink(deps: Deps, change: Change, typed: string): Promise<void> {
  const { before, user_id: userId } = change;
  const hasPassword = await isPassword(typed, before.passwords[0]?.hash);
  const code = codeHash(typed);
  const result = await inTakingBack(deps, change, async (tx) => {
    if (hasPassword) return takeBack(deps, tx, change, { actor: 'visitor', detail: 'password' });
    const now = await readCredentials(deps, tx, userId);
    if (!hasCode(before, code)) return 'wrong-proof';
    // A former code that is missing from the present set was used after the change, so it is refused.
    if (keptCodes(deps, before, now) && !hasCode(now, code)) return 'wrong-proof';
    await deleteRows(tx, 'recovery_codes', { user_id: userId, code_hash: code });
    const left = before.recovery_codes.filter((row) => row.code_hash !== code);
    const spent = { ...change, before: { ...before, recovery_codes: left } };
    // A refusal rolls the transaction back, so that the code can be used again.
    const undone = await takeBack(deps, tx, spent, { actor: 'visitor', detail: 'recovery code' });
    return undone === 'gone' ? refuse(LINK_NOT_VALID) : undone;
  });
  if (result === 'gone') refuse(LINK_NOT_VALID);
  if (result === 'taken-back') return;
  const by = { actor: 'visitor', subject: userId } as const;
  await recordAlone(deps, { ...by, action: OWNERSHIP_REFUSED, detail: 'taking back' });
  refuse(TAKE_BACK_REFUSED);
}

/** Undoes or keeps a change that the owner contested. Needs a fresh proof of identity. Refuses with CHANGE_DECIDED. */
export async function decideChange(
  deps: Deps,
  session: Session,
  { id, decision }: { id: string; decision: 'take-back' | 'keep' },
): Promise<void> {
  const { userId } = session;
  const contested = await findContested(deps.db, userId);
  const change = contested.find((each) => each.id === id) ?? refuse(CHANGE_DECIDED);
  const result = await inTakingBack(deps, change, async (tx) => {
    const proof = await requireSessionIn(deps, tx, session);
    if (proof !== 'proved' && proof !== 'decides') refuse(PROOF_MISSING);
    // Ends a proof of identity that lacks a second step, because it was valid only for this decision.
    await updateRows(tx, 'sessions', { id: session.id }, { first_step_at: null });
    if (decision === 'take-back') return takeBack(deps, tx, change, byOwner(session));
    await keepChange(tx, id, deps.clock());
    await recordAction(deps, tx, { ...byOwner(session), action: CHANGE_KEPT });
    return 'kept';
  });
  if (result === 'gone') refuse(CHANGE_DECIDED);
}

export const keepContested: Undo['keep'] = async (tx, userId, now) => {
  const contested = await findContested(tx, userId);
  for (const { id } of contested) await keepChange(tx, id, now);
  return contested.length > 0;
};

async function keepChange(tx: Tx, id: string, now: Date): Promise<void> {
  await updateRows(tx, 'account_changes', { id }, { contested_at: null, kept_at: now.toISOString() });
}

/**
 * Undoes contested changes before a password reset sets the new password. The earlier password is restored first, even if it was used
 * in a contested sign-in: if a thief who reads the mailbox made the reset, the owner undoes it and has the earlier password again.
 */
export const takeBackContested: Undo['takeBack'] = async (deps, tx, userId) => {
  const [first] = await findContested(tx, userId);
  if (first === undefined) return;
  const { used, ...credentials } = first.before;
  const before = used?.way === 'password' ? credentials : first.before;
  await takeBack(deps, tx, { ...first, before }, { actor: 'visitor', detail: 'password reset' });
};

/** Locks all rows that are written when a change is undone, the addresses first. Runs `act` only if the change still exists. */
function inTakingBack<T>(
  { db }: Deps,
  { id, user_id: userId, before }: Change,
  act: (tx: Tx) => Promise<T>,
): Promise<T | 'gone'> {
  return db.transaction().execute(async (tx) => {
    const user = await findRow(tx, 'users', ['email'], { id: userId });
    if (user === undefined) return 'gone';
    await lockAddresses(tx, [before.email, user.email]);
    if (!(await lockUser(tx, userId))) return 'gone';
    return (await hasRow(tx, 'account_changes', { id })) ? act(tx) : 'gone';
  });
}

async function takeBack(
  deps: Deps,
  tx: Tx,
  { user_id: userId, created_at, before }: Change,
  by: AuditActor & Pick<AuditEntry, 'detail'>,
): Promise<'taken-back' | 'gone'> {
  // The credential of a sign-in that the owner contested is left out, because the stranger who signed in knows it.
  const credentials = before.used === undefined ? before : withoutCredential(deps, before, before.used);
  if (!(await restoreCredentials(deps, tx, userId, credentials))) return 'gone';
  // The records of later changes are deleted too, because their links would restore this change.
  await tx
    .deleteFrom('account_changes')
    .where('user_id', '=', userId)
    .where('created_at', '>=', created_at)
    .execute();
  await endAccess(deps, tx, userId, by.session);
  await recordAction(deps, tx, { action: CHANGE_TAKEN_BACK, subject: userId, ...by });
  return 'taken-back';
}

/** The changes of an account that its owner contested (“This wasn’t me”), the oldest first. */
export async function findContested(db: Db | Tx, userId: string) {
  const rows = await db
    .selectFrom('account_changes')
    .select(['id', 'user_id', 'kind', 'detail', 'before', 'created_at', 'contested_at'])
    .where('user_id', '=', userId)
    .where('contested_at', 'is not', null)
    .orderBy('created_at')
    .execute();
  return rows.map((row) => ({ ...row, before: JSON.parse(row.before) as CredentialsBefore }));
}

export const frozenSince: Undo['frozenSince'] = async (db, userId) => {
  const contested = await findContested(db, userId);
  return contested.map(({ contested_at }) => String(contested_at)).sort()[0];
};

/** Sign-in methods that are older than all contested changes still work; the method of a contested sign-in does not. */
export const isFrozenFor: Undo['isFrozenFor'] = async (deps, tx, userId, used) => {
  const contested = await findContested(tx, userId);
  if (contested.length === 0) return false;
  const now = await readCredentials(deps, tx, userId);
  return contested.some(
    ({ before }) =>
      !isOlder(deps, before, used) || (!used.isTwoSteps && !hasSameSecondStep(deps, before, now)),
  );
};

/** Whether a sign-in method is older than the change and was not used by a reported sign-in. */
function isOlder(deps: WithFeatures, before: CredentialsBefore, used: UsedWay): boolean {
  const isReported = before.used?.way === used.way && before.used.credential === used.credential;
  return hasCredential(deps, before, used) && !isReported;
}

export const isProofFrozen: Undo['isProofFrozen'] = async (deps, tx, userId, used) => {
  const contested = await findContested(tx, userId);
  if (contested.length === 0) return false;
  const now = await readCredentials(deps, tx, userId);
  return contested.some(({ before }) =>
    used.way === CODE ? !hasSameCodes(deps, before, now) : !isOlder(deps, before, used),
  );
};

/**
 * A frozen account's password can be reset by mail only if its address is unchanged, and it has no second factor and had none
 * before.
 */
export const mayReset: Undo['mayReset'] = async (deps, db, userId) => {
  const contested = await findContested(db, userId);
  if (contested.length === 0) return true;
  const now = await readCredentials(deps, db, userId);
  return (
    !hasGuard(deps, now) &&
    contested.every(({ before }) => before.email === now.email && !hasGuard(deps, before))
  );
};

export const wasGuarded: Undo['wasGuarded'] = async (deps, db, userId) => {
  const [first] = await findContested(db, userId);
  return first && hasGuard(deps, first.before);
};
