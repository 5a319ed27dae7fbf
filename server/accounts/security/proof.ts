import { PROOF_MINUTES } from '#contract/limits.ts';
import { byOwner, recordAction, recordAlone } from '#server/audit/record-action.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { AccountsDeps } from '../accounts-deps.ts';
import { isPassword } from '../passwords.ts';
import { needsCode, withCode } from '../second-step/codes.ts';
import type { Session } from '../sessions.ts';

type ProofDeps = Pick<AccountsDeps, 'db' | 'clock' | 'keyring' | 'newId'>;

/**
 * Notes that who is signed in here has just shown once more to be the owner of the account, in whichever way. False when
 * the session has ended meanwhile.
 */
export async function noteProof(
  { clock }: Pick<ProofDeps, 'clock'>,
  db: Db | Tx,
  session: Pick<Session, 'id'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ reauthenticated_at: clock().toISOString(), first_step_at: null })
    .where('id', '=', session.id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Notes what proves the owner, unless the account asks for a code as well: then it waits for that. `refused` when the
 * session has ended meanwhile.
 */
export async function noteFirstStep(
  deps: Pick<ProofDeps, 'clock'>,
  db: Db | Tx,
  session: Pick<Session, 'id' | 'userId'>,
): Promise<'proved' | 'code-needed' | 'refused'> {
  if (!(await needsCode(deps, db, { userId: session.userId })))
    return (await noteProof(deps, db, session)) ? 'proved' : 'refused';
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ first_step_at: deps.clock().toISOString() })
    .where('id', '=', session.id)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? 'code-needed' : 'refused';
}

/** The time of the oldest proof that counts still. */
export function oldestProof(now: Date): string {
  return new Date(now.getTime() - PROOF_MINUTES * 60_000).toISOString();
}

/** Whether the owner was proved in this session within the last minutes. Asked of the database each time. */
export async function isFreshlyProved(
  deps: Pick<ProofDeps, 'db' | 'clock'>,
  session: Pick<Session, 'id'>,
): Promise<boolean> {
  return (await findFreshProof(deps, session)) === 'proved';
}

/** `code-needed`: all of a proof but its code is fresh. */
export async function findFreshProof(
  { db, clock }: Pick<ProofDeps, 'db' | 'clock'>,
  { id }: Pick<Session, 'id'>,
): Promise<'proved' | 'code-needed' | 'none'> {
  const row = await db
    .selectFrom('sessions')
    .select(['reauthenticated_at', 'first_step_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  const oldest = oldestProof(clock());
  const isFresh = (at: string | null | undefined) => at != null && at >= oldest;
  if (isFresh(row?.reauthenticated_at)) return 'proved';
  return isFresh(row?.first_step_at) ? 'code-needed' : 'none';
}

export type PasswordProof = 'proved' | 'refused' | 'code-needed' | 'wrong-code';

/** Proves by the account's password, and the code where it asks for one. `refused` also when it has no password. */
export async function proveByPassword(
  deps: ProofDeps,
  session: Session,
  { password, code }: { password: string; code: string },
): Promise<PasswordProof> {
  const known = await deps.db
    .selectFrom('passwords')
    .select('hash')
    .where('user_id', '=', session.userId)
    .executeTakeFirst();
  if (!(await isPassword(password, known?.hash))) {
    await recordAlone(deps, { ...byOwner(session), action: 'ownership-refused', detail: 'password' });
    return 'refused';
  }
  const first = await deps.db.transaction().execute(async (tx) => {
    const noted = await noteFirstStep(deps, tx, session);
    if (noted === 'proved')
      await recordAction(deps, tx, { ...byOwner(session), action: 'ownership-proved', detail: 'password' });
    return noted;
  });
  return first === 'code-needed' && code !== '' ? proveByCode(deps, session, code) : first;
}

/** Completes a proof that lacked its code. */
export async function proveByCode(
  deps: ProofDeps,
  session: Session,
  code: string,
): Promise<'proved' | 'refused' | 'wrong-code'> {
  const isNoted = await withCode(deps, { userId: session.userId, session: session.id }, code, async (tx) => {
    const noted = await noteProof(deps, tx, session);
    if (noted)
      await recordAction(deps, tx, {
        ...byOwner(session),
        action: 'ownership-proved',
        detail: 'second step',
      });
    return noted;
  });
  if (isNoted === undefined) return 'wrong-code';
  return isNoted ? 'proved' : 'refused';
}
