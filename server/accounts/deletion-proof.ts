import { isSameName } from '#contract/display-name.ts';
import type { Provider } from '#contract/social.ts';
import { type AuditDeps, byOwner, recordAction, recordAlone } from '#server/audit/record-action.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { isPassword } from './passwords.ts';
import { needsCode, withCode } from './second-step/codes.ts';
import { noteFirstStep, oldestProof } from './security/proof.ts';
import type { Session } from './sessions.ts';

export type DeletionProofResult = {
  /** `no-fresh-popup`: an account without a password, whose provider was not asked in the last five minutes. */
  readonly kind: 'proved' | 'wrong-name' | 'wrong-password' | 'no-fresh-popup' | 'code-needed' | 'wrong-code';
};

type ProofDeps = AuditDeps & { readonly db: Db };

/**
 * Marks the session as proved when the name is right, and the password; an account without one needs a fresh popup
 * with its provider (decisions §3.11).
 */
export async function proveForDeletion(
  deps: ProofDeps,
  session: Session,
  typed: { name: string; password?: string | undefined; code?: string | undefined },
): Promise<DeletionProofResult> {
  const user = await deps.db
    .selectFrom('users as u')
    .leftJoin('passwords as p', 'p.user_id', 'u.id')
    .select(['u.name', 'p.hash as passwordHash'])
    .where('u.id', '=', session.userId)
    .executeTakeFirst();
  if (user === undefined || !isSameName(user.name, typed.name)) return { kind: 'wrong-name' };
  const entry = byOwner(session);
  const prove = (change: (tx: Tx) => Promise<boolean>, detail: string) =>
    deps.db.transaction().execute(async (tx) => {
      const isProved = await change(tx);
      if (isProved) await recordAction(deps, tx, { ...entry, action: 'ownership-proved', detail });
      return isProved;
    });
  if (user.passwordHash === null) {
    const isProved = await prove((tx) => spendFreshPopup(tx, deps.clock(), session), 'provider');
    return { kind: isProved ? 'proved' : 'no-fresh-popup' };
  }
  if (typed.password === undefined) return { kind: 'wrong-password' };
  if (!(await isPassword(typed.password, user.passwordHash))) {
    await recordAlone(deps, { ...entry, action: 'ownership-refused', detail: 'password' });
    return { kind: 'wrong-password' };
  }
  if (!(await needsCode(deps, deps.db, { userId: session.userId }))) {
    await prove((tx) => noteProof(tx, deps.clock(), session), 'password');
    return { kind: 'proved' };
  }
  if (typed.code === undefined) return { kind: 'code-needed' };
  const noted = await withCode(deps, { userId: session.userId, session: session.id }, typed.code, (tx) =>
    noteProof(tx, deps.clock(), session),
  );
  if (noted === undefined) return { kind: 'wrong-code' };
  await recordAlone(deps, { ...entry, action: 'ownership-proved', detail: 'password, second step' });
  return { kind: 'proved' };
}

/**
 * Notes that a popup with this provider account came back to the session; the code of a second step may still be
 * needed. `refused` when the account is not one of its owner's.
 */
export async function noteFreshPopup(
  deps: Pick<ProofDeps, 'db' | 'clock'>,
  session: Session,
  { provider, accountId }: { provider: Provider; accountId: string },
): Promise<'proved' | 'code-needed' | 'refused'> {
  const theirs = await deps.db
    .selectFrom('provider_accounts')
    .select('user_id')
    .where('provider', '=', provider)
    .where('account_id', '=', accountId)
    .where('user_id', '=', session.userId)
    .executeTakeFirst();
  return theirs === undefined ? 'refused' : noteFirstStep(deps, deps.db, session);
}

/** False when the session has ended meanwhile. */
async function noteProof(tx: Tx, now: Date, session: Session): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ proved_at: now.toISOString() })
    .where('id', '=', session.id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The five minutes count from the popup, not from the typed name; one popup is good for one proof. */
async function spendFreshPopup(tx: Tx, now: Date, session: Session): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set(({ ref }) => ({ proved_at: ref('reauthenticated_at'), reauthenticated_at: null }))
    .where('id', '=', session.id)
    .where('reauthenticated_at', '>=', oldestProof(now))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Asked of the database each time: nothing else may say so. */
export async function hasFreshProof({ db, clock }: ProofDeps, { id }: Session): Promise<boolean> {
  const row = await db.selectFrom('sessions').select('proved_at').where('id', '=', id).executeTakeFirst();
  return row?.proved_at != null && row.proved_at >= oldestProof(clock());
}
