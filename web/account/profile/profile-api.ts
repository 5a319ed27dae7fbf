import type { AcceptedAnswer } from '#contract/identity.ts';
import { ACCOUNT_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import type { ProfileFields } from '#contract/profile-fields.ts';
import type { DeleteUserAnswer, SaveUserAnswer, UserRecord } from '#contract/users.ts';
import { sessionStore } from '#web/account/session/session.ts';
import { type CallResult, callAccount, callProduct } from '#web/api/call-api.ts';

/** Saves the profile with the fields that spec §7 lists. */
export function saveProfile(
  user: UserRecord,
  edited: ProfileFields,
): Promise<CallResult<Partial<SaveUserAnswer>>> {
  const { id, email, created_at, updated_at, messages } = user;
  return callProduct(pathFor(PRODUCT_API.saveUserById, id), {
    method: 'POST',
    body: { id, email, ...edited, created_at, updated_at, messages },
  });
}

/** What was typed; without a password a provider has just confirmed the person. */
export type DeletionProof = { readonly name: string; readonly password?: string };

/** Proves name and password, and with that proof deletes the account (decisions §3.11). */
export async function deleteAccount(
  user: UserRecord,
  proof: DeletionProof,
): Promise<CallResult<AcceptedAnswer | DeleteUserAnswer>> {
  const proved = await callAccount<AcceptedAnswer>(ACCOUNT_API.deletionProof, {
    method: 'POST',
    body: proof,
  });
  if (proved.kind !== 'ok') return proved;
  await sessionStore().prepareToLeave();
  return callProduct<DeleteUserAnswer>(pathFor(PRODUCT_API.user, user.id), { method: 'DELETE' });
}
