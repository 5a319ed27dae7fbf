import type { FastifyRequest } from 'fastify';
import { PROOF_MINUTES } from '#contract/limits.ts';
import {
  ACCOUNT_FROZEN,
  DECIDE_FIRST,
  FIRST_STEP_NEEDED,
  NOT_SIGNED_IN,
  PROOF_MISSING,
  PROOF_REFUSED,
  SECOND_STEP_NEEDED,
  SECOND_STEP_REFUSED,
} from '#features/accounts/refusals.ts';
import { byOwner, recordAction, recordAlone } from '#server/audit/record-action.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { retryTransaction } from '#server/database/errors.ts';
import { findRow, updateRows } from '#server/database/rows.ts';
import type { AppDeps, Deps, SiteDeps, WithFeatures } from '#server/feature.ts';
import { refuse } from '#server/http/refusal.ts';
import { MINUTE_MS, timeAfter } from '#server/time.ts';
import { SECOND_STEP_REFUSED as CODE_REFUSED, OWNERSHIP_PROVED, OWNERSHIP_REFUSED } from './audit-actions.ts';
import { refuseFrozen } from './closed-accounts.ts';
import { codeEvidence } from './codes.ts';
import { countCodeTry, countProofTry } from './devices.ts';
import type { Evidence } from './factors.ts';
import { consoleAfterDelay, consoleOpensFrom, isGuarded } from './factors.ts';
import { checkTyped } from './password-factor.ts';
import type { Session } from './sessions.ts';
import { type NewChange, operatorsOf, undoOf } from './slots.ts';
import { lockUser } from './users.ts';

/**
 * What a session has proved in the last minutes (docs/product.md, "Proof"). `second-needed`: the account's second step is missing.
 * `decides`: enough only to decide about a change that the owner contested, because the account had no second factor before it.
 * `ended`: the session has ended.
 */
export type ProofState = 'proved' | 'second-needed' | 'decides' | 'none' | 'ended';

export async function findProof(
  deps: SiteDeps,
  db: Db | Tx,
  { id, userId }: Pick<Session, 'id' | 'userId'>,
): Promise<ProofState> {
  const now = deps.clock();
  const columns = ['reauthenticated_at', 'first_step_at', 'expires_at'] as const;
  const row = await findRow(db, 'sessions', columns, { id });
  if (row === undefined || row.expires_at <= now.toISOString()) return 'ended';
  const oldest = oldestValidProof(now);
  const isFresh = (at: string | null) => at !== null && at >= oldest;
  if (isFresh(row.reauthenticated_at)) return 'proved';
  if (!isFresh(row.first_step_at)) return 'none';
  return (await decidesOnly(deps, db, userId)) ? 'decides' : 'second-needed';
}

/** True if the account had no second factor before the change that its owner contests. */
async function decidesOnly(deps: WithFeatures, db: Db | Tx, userId: string): Promise<boolean> {
  return (await undoOf(deps)?.wasGuarded(deps, db, userId)) === false;
}

/**
 * Whether a provider's sign-in of unknown time is enough to decide about a contested change. It is enough only while the password
 * cannot be reset by mail, because the owner may then have no other way.
 */
export async function oldSignInDecides(deps: WithFeatures, db: Db | Tx, userId: string): Promise<boolean> {
  return (await undoOf(deps)?.mayReset(deps, db, userId)) === false;
}

export function requireProved(proof: ProofState): void {
  if (proof !== 'proved') refuse(proof === 'decides' ? DECIDE_FIRST : PROOF_MISSING);
}

/** The oldest time of a valid proof. Earlier proofs have expired. */
export function oldestValidProof(now: Date): string {
  return timeAfter(now, -PROOF_MINUTES * MINUTE_MS);
}

/**
 * Call it first in the transaction of every action that needs a proof, because the session may have ended since the request began. Locks
 * the account. Refuses with NOT_SIGNED_IN, PROOF_MISSING or DECIDE_FIRST.
 */
export async function requireProofIn(deps: SiteDeps, tx: Tx, session: Session): Promise<void> {
  requireProved(await requireSessionIn(deps, tx, session));
}

/** Like `requireProofIn`, but an account without a second factor only needs a session that has not ended. @public */
export async function requireStrongProofIn(deps: SiteDeps, tx: Tx, session: Session): Promise<void> {
  const proof = await requireSessionIn(deps, tx, session);
  if (await needsStrongProof(deps, tx, session.userId)) requireProved(proof);
}

/** Locks the account and returns what the session has proved. Refuses if the session has ended. */
export async function requireSessionIn(
  deps: SiteDeps,
  tx: Tx,
  session: Session,
): Promise<Exclude<ProofState, 'ended'>> {
  if (!(await lockUser(tx, session.userId))) refuse(NOT_SIGNED_IN);
  const proof = await findProof(deps, tx, session);
  return proof === 'ended' ? refuse(NOT_SIGNED_IN) : proof;
}

/** Runs an action in a transaction that begins with `requireProofIn`. Tries again after a conflict. */
export function withProof<T>(deps: Deps, session: Session, act: (tx: Tx) => Promise<T>): Promise<T> {
  return retryTransaction(deps.db, async (tx) => {
    await requireProofIn(deps, tx, session);
    return act(tx);
  });
}

/**
 * `first-needed`: a second step was proved without a first step. `not-fresh`: the provider does not report when the person
 * signed in.
 */
export type ProofResult = 'proved' | 'second-needed' | 'first-needed' | 'not-fresh' | 'refused';

/**
 * Adds the evidence to the session, and returns what all evidence of the session proves so far. Refuses with NOT_SIGNED_IN if the
 * session has ended, and with ACCOUNT_FROZEN if the evidence uses a passkey, code or provider that a contested change added.
 */
export function proveBy(deps: Deps, session: Session, evidence: Evidence): Promise<ProofResult> {
  return deps.db.transaction().execute(async (tx) => {
    const before = await requireSessionIn(deps, tx, session);
    if (evidence.strength === 'second' && before === 'none') return 'first-needed';
    if (await undoOf(deps)?.isProofFrozen(deps, tx, session.userId, evidence)) refuseFrozen();
    if (!(await evidence.spend(tx))) return 'refused';
    const guarded = await needsStrongProof(deps, tx, session.userId);
    const isOld = evidence.strength === 'first-of-two' && !guarded;
    if (isOld && !(await oldSignInDecides(deps, tx, session.userId))) return 'not-fresh';
    const isFirst = evidence.strength === 'first' || evidence.strength === 'first-of-two';
    const now = deps.clock().toISOString();
    const isEnough = !isFirst || (!guarded && !isOld);
    const proved = isEnough ? { reauthenticated_at: now, first_step_at: null } : { first_step_at: now };
    const steps = isFirst ? {} : ({ two_steps: 1 } as const);
    await updateRows(tx, 'sessions', { id: session.id }, { ...proved, ...steps });
    if (!isEnough && !(await decidesOnly(deps, tx, session.userId))) return 'second-needed';
    await recordAction(deps, tx, { ...byOwner(session), action: OWNERSHIP_PROVED, detail: evidence.way });
    return 'proved';
  });
}

/** True if the account has a second factor now, or had one before a change that its owner contested. */
async function needsStrongProof(deps: WithFeatures, tx: Tx, userId: string): Promise<boolean> {
  return (await isGuarded(deps, tx, userId)) || (await undoOf(deps)?.wasGuarded(deps, tx, userId)) === true;
}

export type TypedProof = { readonly password?: string | undefined; readonly code?: string | undefined };

/** Checks a typed password or code as a proof. Records a wrong one in the audit log. */
async function proveByTyped(
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
  await recordAlone(deps, { ...byOwner(session), action: CODE_REFUSED });
  return 'wrong-code';
}

/**
 * Call it in the transaction of `withProof`, before the factor is stored. Mails the owner, cancels the proofs of other sessions
 * and marks this session as using two steps.
 * @returns the time from which the new factor opens the console: the same time as for an older factor, if there is one; now, if
 * the session accepted an invitation; otherwise a day from now, so that the owner can contest the factor
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
  // Ends the proofs of other sessions, which may lack the second step that is needed now.
  await tx
    .updateTable('sessions')
    .set({ proved_at: null, reauthenticated_at: null, first_step_at: null })
    .where('user_id', '=', userId)
    .where('id', '<>', id)
    .execute();
  await updateRows(tx, 'sessions', { id }, { two_steps: 1 });
  if (opens !== undefined) return opens > now.toISOString() ? opens : now.toISOString();
  // Cancels unconfirmed changes of the account: they may have been requested without the second step that it needs now.
  for (const { onGuardAdded } of deps.features) await onGuardAdded?.(tx, userId);
  if (await operatorsOf(deps)?.takeInvitation(deps, tx, session)) return now.toISOString();
  return consoleAfterDelay(now);
}

/** Checks a password and code, and counts wrong ones. If only the second step of the proof is missing, the code alone is enough. */
export async function checkProof(
  deps: AppDeps,
  request: FastifyRequest,
  session: Session,
  typed: TypedProof,
): ReturnType<typeof proveByTyped> {
  const { id: place, userId } = session;
  const device = request.cookies[deps.cookies.device];
  const taken: Awaited<ReturnType<typeof countProofTry>>[] = [];
  if (typed.password !== undefined) taken.push(await countProofTry(deps, { userId, place }, device));
  else if ((await findProof(deps, deps.db, session)) === 'none') return 'first-needed';
  const { code } = typed;
  if (code !== undefined) taken.push(await countCodeTry(deps, { userId, code }, device));
  const result = await proveByTyped(deps, session, typed);
  if (result === 'proved') for (const giveBack of taken) await giveBack();
  return result;
}

export const UNPROVED = {
  'wrong-password': PROOF_REFUSED,
  'wrong-code': SECOND_STEP_REFUSED,
  'second-needed': SECOND_STEP_NEEDED,
  'first-needed': FIRST_STEP_NEEDED,
  'not-fresh': PROOF_MISSING,
  refused: PROOF_MISSING,
};

export function refuseUnproved(result: ProofResult | keyof typeof UNPROVED): void {
  if (result !== 'proved') refuse(UNPROVED[result]);
}

export const UNPROVED_REFUSALS = [...Object.values(UNPROVED), ACCOUNT_FROZEN];
