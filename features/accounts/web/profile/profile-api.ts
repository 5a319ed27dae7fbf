import type { AcceptedAnswer } from '#contract/messages.ts';
import { ACCOUNT_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import type { ProfileFields } from '#contract/profile-fields.ts';
import type { SessionAnswer } from '#features/accounts/bodies.ts';
import type { SaveUserAnswer, UserRecord } from '#features/accounts/profile-bodies.ts';
import { type CallResult, getAnswer, postBody } from '#web/api/call-api.ts';
import { callOwnProduct, callProduct } from '#web/api/call-product.ts';
import { publicSettings } from '#web/api/public-settings.ts';
import { sessionStore } from '#web/session/session.ts';

/** Saves the profile, sending all fields of the record (docs/product.md, "Product API"). Other servers may return no record. */
export function saveProfile(
  user: UserRecord,
  edited: ProfileFields,
): Promise<CallResult<Partial<SaveUserAnswer>>> {
  const { id, email, created_at, updated_at, messages } = user;
  return callProduct(pathFor(PRODUCT_API.saveUserById, id), {
    method: 'POST',
    body: { id, email, ...edited, created_at, updated_at, messages },
    ignoresBody: publicSettings().apiHost !== '',
  });
}

/** `password` is absent if the person has just proved their identity in another way. */
export type DeletionProof = { readonly name: string; readonly password?: string };

/**
 * Sends the proof of identity, then deletes the account (docs/product.md, "Deletion"). A record at another product server is
 * deleted there first, because nobody could request that once the account is gone. If that server does not answer, nothing is
 * deleted.
 */
export async function deleteAccount(
  user: UserRecord,
  proof: DeletionProof,
): Promise<CallResult<AcceptedAnswer>> {
  const { apiHost } = publicSettings();
  const proved = await postBody(
    ACCOUNT_API.deletionProof,
    apiHost === '' ? proof : { ...proof, name: await ownName(user) },
  );
  if (proved.kind !== 'ok') return proved;
  await sessionStore().prepareToLeave();
  const path = pathFor(PRODUCT_API.user, user.id);
  const there = await callProduct<AcceptedAnswer>(path, { method: 'DELETE', ignoresBody: apiHost !== '' });
  if (apiHost === '' || there.kind === 'offline') return there;
  const here = await callOwnProduct<AcceptedAnswer>(path, { method: 'DELETE' });
  // The other product server may be our own under another name; then the account and session are already deleted.
  return there.kind === 'ok' && here.kind === 'refused' && here.status === 401 ? there : here;
}

/** The name that our own server has stored, which may differ if the name was edited at another product server. */
async function ownName(user: UserRecord): Promise<string> {
  const result = await getAnswer<SessionAnswer>(ACCOUNT_API.session);
  return (result.kind === 'ok' && result.data.data?.name) || user.name;
}
