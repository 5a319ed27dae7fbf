import type { AcceptedAnswer } from '#contract/messages.ts';
import { ACCOUNT_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import type { ProfileFields } from '#contract/profile-fields.ts';
import type { SessionAnswer } from '#features/accounts/bodies.ts';
import type { SaveUserAnswer, UserRecord } from '#features/accounts/profile-bodies.ts';
import { type CallResult, getAnswer, postBody } from '#web/api/call-api.ts';
import { callOwnProduct, callProduct } from '#web/api/call-product.ts';
import { publicSettings } from '#web/api/public-settings.ts';
import { sessionStore } from '#web/session/session.ts';

/**
 * Saves all fields of the profile (docs/product.md, "Product API"). A product server other than our own may answer without a
 * record.
 */
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

/** `password` is absent if the person proved their identity in another way. */
export type DeletionProof = { readonly name: string; readonly password?: string };

/**
 * Deletes first the record at another product server, if there is one, and then the account. If that server does not answer,
 * nothing is deleted.
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
  // The other product server may be our own under another host name, which has then already deleted account and session.
  return there.kind === 'ok' && here.kind === 'refused' && here.status === 401 ? there : here;
}

/** The name at our own server, which may differ from an edited name at another product server. */
async function ownName(user: UserRecord): Promise<string> {
  const result = await getAnswer<SessionAnswer>(ACCOUNT_API.session);
  return (result.kind === 'ok' && result.data.data?.name) || user.name;
}
