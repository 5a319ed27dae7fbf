import { MAX_PASSKEYS } from '#contract/limits.ts';
import type { AddedPasskey, PasskeyEntry } from '#contract/passkeys.ts';
import { byOwner, recordAction } from '#server/audit/record-action.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { retryOnConflict } from '#server/database/retry-on-conflict.ts';
import type { AccountsDeps } from '../accounts-deps.ts';
import { noteChange } from '../changes/note-change.ts';
import { lockUser } from '../lock-user.ts';
import { dropNeedlessCodes } from '../second-step/codes.ts';
import { countRecoveryCodes, renewRecoveryCodes } from '../second-step/recovery-codes.ts';
import type { Session } from '../sessions.ts';
import { findSignInMethods } from '../sign-in-methods.ts';
import { spendChallenge } from './challenges.ts';
import { ALGORITHMS, loadWebauthn, relyingParty } from './relying-party.ts';

/** The passkeys of an account, the oldest first. */
export async function listPasskeys(db: Db, userId: string): Promise<readonly PasskeyEntry[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at', 'discoverable'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    opensAccount: row.discoverable === 1,
  }));
}

/**
 * Adds the passkey that a browser made, and answers the recovery codes that an account without any gets with it. `undefined` for
 * whatever is wrong with it, for one that is known already, and when the account has as many as it may.
 */
export async function addPasskey(
  deps: AccountsDeps,
  { id: session, userId }: Session,
  { browser, answer, name }: { browser: string; answer: AddedPasskey; name: string },
): Promise<readonly string[] | undefined> {
  const { clientDataJSON, attestationObject, transports = [] } = answer.response;
  const challenge = await spendChallenge(deps, { purpose: 'add', browser, userId }, clientDataJSON);
  if (challenge === undefined) return undefined;
  const { verifyRegistrationResponse } = await loadWebauthn();
  const result = await verifyRegistrationResponse({
    response: { ...answer, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: deps.origin,
    expectedRPID: relyingParty(deps.origin).id,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((err: unknown) => {
    deps.log.warn({ err }, 'a passkey was not added');
    return undefined;
  });
  if (!result?.verified) return undefined;
  const { credential, credentialBackedUp } = result.registrationInfo;
  const add = async (tx: Tx) => {
    // First, so that of two that are added at once the second counts the first.
    if (!(await lockUser(tx, userId))) return undefined;
    const others = await tx.selectFrom('passkeys').select('id').where('user_id', '=', userId).execute();
    if (others.length >= MAX_PASSKEYS) return undefined;
    const known = await tx
      .selectFrom('passkeys')
      .select('id')
      .where('id', '=', credential.id)
      .executeTakeFirst();
    if (known !== undefined) return undefined;
    await noteChange(deps, tx, { userId, kind: 'passkeys', detail: 'added', session });
    await tx
      .insertInto('passkeys')
      .values({
        id: credential.id,
        user_id: userId,
        public_key: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: transports.join(),
        name,
        // Where the browser does not say it, the first sign-in will.
        discoverable: answer.clientExtensionResults.credProps?.rk === true ? 1 : 0,
        backed_up: credentialBackedUp ? 1 : 0,
        created_at: deps.clock().toISOString(),
        last_used_at: null,
      })
      .execute();
    await recordAction(deps, tx, { ...byOwner({ id: session, userId }), action: 'passkey-added' });
    return (await countRecoveryCodes(tx, userId)) === 0 ? renewRecoveryCodes(deps, tx, userId) : [];
  };
  return retryOnConflict(() => deps.db.transaction().execute(add));
}

/** False when the account has no such passkey. */
export async function renamePasskey(
  { db }: Pick<AccountsDeps, 'db'>,
  { userId }: Session,
  { id, name }: { id: string; name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Removes a passkey of the account, unless nothing else would open the account. One that is gone already stays gone. */
export function removePasskey(
  deps: AccountsDeps,
  { id: session, userId }: Session,
  id: string,
): Promise<'removed' | 'last-way-in'> {
  return deps.db.transaction().execute(async (tx) => {
    // First, so that of two that go at once the second sees what the first left.
    await lockUser(tx, userId);
    const methods = await findSignInMethods(tx, userId);
    const all = await tx
      .selectFrom('passkeys')
      .select(['id', 'discoverable'])
      .where('user_id', '=', userId)
      .execute();
    const others = all.filter((passkey) => passkey.id !== id);
    if (methods.every((way) => way === 'passkey') && others.every(({ discoverable }) => discoverable === 0))
      return 'last-way-in';
    if (others.length === all.length) return 'removed';
    await noteChange(deps, tx, { userId, kind: 'passkeys', detail: 'removed', session });
    await tx.deleteFrom('passkeys').where('id', '=', id).execute();
    await dropNeedlessCodes(deps, tx, userId);
    await recordAction(deps, tx, { ...byOwner({ id: session, userId }), action: 'passkey-removed' });
    return 'removed';
  });
}
