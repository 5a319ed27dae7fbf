import { MAX_PASSKEYS } from '#contract/limits.ts';
import type { NewCodes } from '#contract/recovery-codes.ts';
import { countRecoveryCodes, renewRecoveryCodes } from '#features/accounts/server/codes.ts';
import { dropNeedlessCodes, findSignInMethods } from '#features/accounts/server/factors.ts';
import { enrol, withProof } from '#features/accounts/server/proof.ts';
import type { Session } from '#features/accounts/server/sign-in-types.ts';
import { undoOf } from '#features/accounts/server/slots.ts';
import type { AddedPasskey, PasskeyEntry } from '#features/passkeys/bodies.ts';
import { byOwner, recordAction } from '#server/audit/record-action.ts';
import type { Db } from '#server/database/database.ts';
import type { Deps } from '#server/feature.ts';
import { PASSKEY_ADDED, PASSKEY_REMOVED } from './audit-actions.ts';
import { spendChallenge } from './challenges.ts';
import { ALGORITHMS, loadWebauthn, relyingParty } from './options.ts';

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
  deps: Deps,
  session: Session,
  { browser, answer, name }: { browser: string; answer: AddedPasskey; name: string },
): Promise<NewCodes | { readonly codes: readonly [] } | undefined> {
  const { userId } = session;
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
  return withProof(deps, session, async (tx) => {
    const others = await tx.selectFrom('passkeys').select('id').where('user_id', '=', userId).execute();
    if (others.length >= MAX_PASSKEYS) return undefined;
    const known = await tx
      .selectFrom('passkeys')
      .select('id')
      .where('id', '=', credential.id)
      .executeTakeFirst();
    if (known !== undefined) return undefined;
    const opens_console_from = await enrol(deps, tx, session, { kind: 'passkeys', detail: 'added' });
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
        opens_console_from,
      })
      .execute();
    await recordAction(deps, tx, { ...byOwner(session), action: PASSKEY_ADDED });
    const { left } = await countRecoveryCodes(tx, userId);
    return left === 0 ? renewRecoveryCodes(deps, tx, userId) : { codes: [] };
  });
}

/** False when the account has no such passkey. */
export function renamePasskey(
  deps: Deps,
  session: Session,
  { id, name }: { id: string; name: string },
): Promise<boolean> {
  return withProof(deps, session, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('passkeys')
      .set({ name })
      .where('id', '=', id)
      .where('user_id', '=', session.userId)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  });
}

/** Removes a passkey of the account, unless nothing else would open the account. One that is gone already stays gone. */
export function removePasskey(deps: Deps, session: Session, id: string): Promise<'removed' | 'last-way-in'> {
  const { userId } = session;
  return withProof(deps, session, async (tx) => {
    const methods = await findSignInMethods(deps, tx, userId);
    const all = await tx
      .selectFrom('passkeys')
      .select(['id', 'discoverable'])
      .where('user_id', '=', userId)
      .execute();
    const others = all.filter((passkey) => passkey.id !== id);
    if (methods.every((way) => way === 'passkey') && others.every(({ discoverable }) => discoverable === 0))
      return 'last-way-in';
    if (others.length === all.length) return 'removed';
    await undoOf(deps)?.note(deps, tx, { userId, kind: 'passkeys', detail: 'removed', session: session.id });
    await tx.deleteFrom('passkeys').where('id', '=', id).execute();
    await dropNeedlessCodes(deps, tx, userId);
    await recordAction(deps, tx, { ...byOwner(session), action: PASSKEY_REMOVED });
    return 'removed';
  });
}
