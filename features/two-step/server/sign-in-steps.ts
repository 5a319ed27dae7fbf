import { stillCounts } from '#features/accounts/server/factors.ts';
import { hashToken } from '#features/accounts/server/hashes.ts';
import type { FirstStep } from '#features/accounts/server/sign-in-types.ts';
import type { BegunSignIn } from '#features/accounts/server/slots.ts';
import { lockUser } from '#features/accounts/server/users.ts';
import type { Tx } from '#server/database/database.ts';
import { ConflictError } from '#server/database/errors.ts';
import { deleteRows, insertRow } from '#server/database/rows.ts';
import type { Deps } from '#server/feature.ts';
import { secondsAfter } from '#server/time.ts';

/** Long enough to find the phone. */
const STEP_SECONDS = 10 * 60;
/** Codes of one sign-in, beside the limit of the account. */
const MAX_TRIES = 10;

/** Keeps what was proved until the code comes. Throws `ConflictError` when it no longer holds. */
export function beginSignInStep(
  deps: Deps,
  { userId, proof, remember }: { userId: string; proof: FirstStep; remember: boolean },
): Promise<BegunSignIn> {
  return deps.db.transaction().execute(async (tx) => {
    const step = deps.newToken();
    if (!(await lockUser(tx, userId))) throw new ConflictError();
    if (proof.spend !== undefined && !(await proof.spend(tx))) throw new ConflictError();
    await insertRow(tx, 'sign_in_steps', {
      token_hash: hashToken(step),
      user_id: userId,
      way: proof.way,
      credential: proof.credential,
      remember: remember ? 1 : 0,
      tries: 0,
      expires_at: secondsAfter(deps.clock(), STEP_SECONDS),
    });
    return { step, seconds: STEP_SECONDS };
  });
}

/** Such a sign-in, of the browser that has its token. */
export type Step = {
  readonly tokenHash: string;
  readonly userId: string;
  readonly way: string;
  readonly credential: string;
  readonly remember: boolean;
};

/** Counts a try. `undefined` for a sign-in that has ended, or was tried too often. */
export async function takeSignInStep(
  { db, clock }: Deps,
  token: string | undefined,
): Promise<Step | undefined> {
  if (token === undefined) return undefined;
  const tokenHash = hashToken(token);
  const row = await db
    .updateTable('sign_in_steps')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', clock().toISOString())
    .where('tries', '<', MAX_TRIES)
    .returning(['user_id', 'way', 'credential', 'remember'])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { user_id: userId, way, credential, remember } = row;
  return { tokenHash, userId, way, credential: credential ?? '', remember: remember === 1 };
}

/** Uses the sign-in up, with the account's row locked. False when it has ended, or what it began with no longer counts. */
export async function spendSignInStep(
  deps: Pick<Deps, 'features'>,
  tx: Tx,
  { tokenHash, userId, way, credential }: Step,
): Promise<boolean> {
  const spent = await deleteRows(tx, 'sign_in_steps', { token_hash: tokenHash });
  return spent === 1 && stillCounts(deps, tx, userId, { way, credential });
}
