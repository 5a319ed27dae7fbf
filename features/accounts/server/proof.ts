import { PROOF_MINUTES } from '#contract/limits.ts';
import { DECIDE_FIRST, NOT_SIGNED_IN, PROOF_MISSING } from '#features/accounts/refusals.ts';
import { byOwner, recordAction, recordAlone } from '#server/audit/record-action.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { retryTransaction } from '#server/database/errors.ts';
import { findRow, updateRows } from '#server/database/rows.ts';
import type { Deps } from '#server/feature.ts';
import { refuse } from '#server/http/refusal.ts';
import { MINUTE_MS, timeAfter } from '#server/time.ts';
import { OWNERSHIP_PROVED, OWNERSHIP_REFUSED, SECOND_STEP_REFUSED } from './audit-actions.ts';
import { codeEvidence } from './codes.ts';
import { consoleAfterDelay, consoleOpensFrom, isGuarded } from './factors.ts';
import { checkTyped } from './password-factor.ts';
import type { Evidence, Session } from './sign-in-types.ts';
import { type NewChange, operatorsOf, undoOf } from './slots.ts';
import { lockUser } from './users.ts';

/**
 * A proof says that who is signed in has shown once more, within the last minutes, to be the owner of the account. It belongs to
 * one session (docs/product.md, "Proof"). What it opens asks for it again under the lock of the account: `withProof`.
 *
 * `second-needed`: a first step is fresh, and the account is guarded. `decides`: the same where nothing guarded the account before a
 * contested change; it decides that change and opens nothing else. `ended`: so has the session.
 */
type ProofState = 'proved' | 'second-needed' | 'decides' | 'none' | 'ended';

/** The proof of a session, read from the database each time. */
export async function findProof(
  deps: Pick<Deps, 'features' | 'clock'>,
  db: Db | Tx,
  { id, userId }: Pick<Session, 'id' | 'userId'>,
): Promise<ProofState> {
  const now = deps.clock();
  const columns = ['reauthenticated_at', 'first_step_at', 'expires_at'] as const;
  const row = await findRow(db, 'sessions', columns, { id });
  if (row === undefined || row.expires_at <= now.toISOString()) return 'ended';
  const oldest = oldestProof(now);
  const isFresh = (at: string | null) => at !== null && at >= oldest;
  if (isFresh(row.reauthenticated_at)) return 'proved';
  if (!isFresh(row.first_step_at)) return 'none';
  return (await decidesOnly(deps, db, userId)) ? 'decides' : 'second-needed';
}

/** Whether a change is contested before which nothing guarded the account: a first step is enough to decide it. */
async function decidesOnly(deps: Pick<Deps, 'features'>, db: Db | Tx, userId: string): Promise<boolean> {
  return (await undoOf(deps)?.wasGuarded(deps, db, userId)) === false;
}

/** Says what is lacking. */
export function refuseUnprovedSession(proof: ProofState): never {
  return refuse(proof === 'decides' ? DECIDE_FIRST : PROOF_MISSING);
}

/** The time of the oldest proof that counts still. */
export function oldestProof(now: Date): string {
  return timeAfter(now, -PROOF_MINUTES * MINUTE_MS);
}

/**
 * Locks the account and checks again that the session is alive and proved. Every action that needs a proof calls it first in its
 * transaction, because a reset, a closing or the owner may have ended the session since the request began.
 * Refuses with NOT_SIGNED_IN, PROOF_MISSING or DECIDE_FIRST.
 */
export async function requireProofIn(
  deps: Pick<Deps, 'features' | 'clock'>,
  tx: Tx,
  session: Session,
): Promise<void> {
  const proof = await requireSessionIn(deps, tx, session);
  if (proof !== 'proved') refuseUnprovedSession(proof);
}

/** The same for what takes a proof where the account is guarded, and else a living session only. @public */
export async function requireStrongProofIn(
  deps: Pick<Deps, 'features' | 'clock'>,
  tx: Tx,
  session: Session,
): Promise<void> {
  const proof = await requireSessionIn(deps, tx, session);
  if (proof !== 'proved' && (await needsStrongProof(deps, tx, session.userId))) refuseUnprovedSession(proof);
}

/** The same for what needs a living session and no proof. Returns the proof that there is. */
export async function requireSessionIn(
  deps: Pick<Deps, 'features' | 'clock'>,
  tx: Tx,
  session: Session,
): Promise<Exclude<ProofState, 'ended'>> {
  if (!(await lockUser(tx, session.userId))) refuse(NOT_SIGNED_IN);
  const proof = await findProof(deps, tx, session);
  return proof === 'ended' ? refuse(NOT_SIGNED_IN) : proof;
}

/** Does what a proof opens, in one transaction that begins with `requireProofIn`. Again after a conflict. */
export function withProof<T>(deps: Deps, session: Session, act: (tx: Tx) => Promise<T>): Promise<T> {
  return retryTransaction(deps.db, async (tx) => {
    await requireProofIn(deps, tx, session);
    return act(tx);
  });
}

/**
 * `second-needed`: a first step, and the account is guarded. `first-needed`: a second step before any first. `not-fresh`: the provider
 * cannot show when the person signed in there. `refused`: the evidence no longer holds.
 */
export type ProofResult = 'proved' | 'second-needed' | 'first-needed' | 'not-fresh' | 'refused';

/**
 * Notes evidence in a session, and answers what it proves together with earlier evidence. Refuses with NOT_SIGNED_IN when the
 * session has ended.
 */
export function proveBy(deps: Deps, session: Session, evidence: Evidence): Promise<ProofResult> {
  return deps.db.transaction().execute(async (tx) => {
    const before = await requireSessionIn(deps, tx, session);
    if (evidence.strength === 'second' && before === 'none') return 'first-needed';
    if (!(await evidence.spend(tx))) return 'refused';
    const guarded = await needsStrongProof(deps, tx, session.userId);
    if (evidence.strength === 'first-of-two' && !guarded) return 'not-fresh';
    const isFirst = evidence.strength === 'first' || evidence.strength === 'first-of-two';
    const now = deps.clock().toISOString();
    const isEnough = !isFirst || !guarded;
    const proved = isEnough ? { reauthenticated_at: now, first_step_at: null } : { first_step_at: now };
    const steps = isFirst ? {} : ({ two_steps: 1 } as const);
    await updateRows(tx, 'sessions', { id: session.id }, { ...proved, ...steps });
    if (!isEnough && !(await decidesOnly(deps, tx, session.userId))) return 'second-needed';
    await recordAction(deps, tx, { ...byOwner(session), action: OWNERSHIP_PROVED, detail: evidence.way });
    return 'proved';
  });
}

/** Whether a first step proves nothing here: the account is guarded, or was before a change that is contested. */
async function needsStrongProof(deps: Pick<Deps, 'features'>, tx: Tx, userId: string): Promise<boolean> {
  return (await isGuarded(deps, tx, userId)) || (await undoOf(deps)?.wasGuarded(deps, tx, userId)) === true;
}

export type TypedProof = { readonly password: string | undefined; readonly code: string | undefined };

/** Proves by what was typed: a password, a code, or both. A wrong one leaves a line in the audit log. */
export async function proveByTyped(
  deps: Deps,
  session: Session,
  { password, code }: TypedProof,
): Promise<ProofResult | 'wrong-password' | 'wrong-code'> {
  if (password !== undefined) {
    const evidence = await checkTyped(deps.db, session.userId, password);
    const result = evidence === undefined ? 'refused' : await proveBy(deps, session, evidence);
    if (result === 'refused') {
      await recordAlone(deps, { ...byOwner(session), action: OWNERSHIP_REFUSED, detail: 'password' });
      return 'wrong-password';
    }
    if (result !== 'second-needed' || code === undefined) return result;
  }
  if (code === undefined) return 'first-needed';
  const result = await proveBy(deps, session, codeEvidence(deps, session.userId, code, session.id));
  if (result !== 'refused') return result;
  await recordAlone(deps, { ...byOwner(session), action: SECOND_STEP_REFUSED });
  return 'wrong-code';
}

/** Ends the proofs of an account's other sessions: what was enough for them is not enough any more. */
async function endOtherProofs(tx: Tx, { id, userId }: Session): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ proved_at: null, reauthenticated_at: null, first_step_at: null })
    .where('user_id', '=', userId)
    .where('id', '<>', id)
    .execute();
}

/**
 * Notes that a passkey or an app is about to be enrolled, which mails the owner, and ends the proofs of the account's other
 * sessions; this one is as good as opened by the new factor. Call it in the transaction of `withProof`, before the factor is stored.
 *
 * @returns from when on the new factor opens the console: at once where a factor that does enrolled it (a guarded account takes
 *    strong proof only), or as the first factor of the session that used an invitation; else a day later, as the owner was mailed
 *    and may contest it
 * @public
 */
export async function enrol(
  deps: Deps,
  tx: Tx,
  session: Session,
  change: Pick<NewChange, 'kind' | 'detail'>,
): Promise<string> {
  const { id, userId } = session;
  const now = deps.clock();
  const opens = await consoleOpensFrom(deps, tx, userId);
  await undoOf(deps)?.note(deps, tx, { ...change, userId, session: id });
  await endOtherProofs(tx, session);
  await updateRows(tx, 'sessions', { id }, { two_steps: 1 });
  // What a first step began takes more from now on.
  if (opens === undefined) for (const { guardBegins } of deps.features) await guardBegins?.(tx, userId);
  if (opens !== undefined) return opens > now.toISOString() ? opens : now.toISOString();
  if (await operatorsOf(deps)?.takeInvitation(tx, session)) return now.toISOString();
  return consoleAfterDelay(now);
}
