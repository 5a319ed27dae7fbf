import type { AcceptedAnswer } from '#contract/messages.ts';
import { ACCOUNT_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import type { ProfileFields } from '#contract/profile-fields.ts';
import type { SessionAnswer } from '#features/accounts/bodies.ts';
import type { SaveUserAnswer, UserRecord } from '#features/accounts/profile-bodies.ts';
import { type CallResult, callAccount } from '#web/api/call-api.ts';
import { callOwnProduct, callProduct } from '#web/api/call-product.ts';
import { publicSettings } from '#web/api/public-settings.ts';
import { sessionStore } from '#web/session/session.ts';

/** Saves the profile with all fields of the record (docs/product.md, "Product API"). Another product server's answer has no record. */
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

/** `password` is absent where the person has confirmed just before that it is them. */
export type DeletionProof = { readonly name: string; readonly password?: string };

/**
 * Sends the proof, then deletes the account (docs/product.md, "Deletion"): first the record at another product server, whatever that
 * answers, because afterwards nobody could ask for it. When it does not answer at all, nothing is deleted.
 */
export async function deleteAccount(
  user: UserRecord,
  proof: DeletionProof,
): Promise<CallResult<AcceptedAnswer>> {
  const { apiHost } = publicSettings();
  const proved = await callAccount<AcceptedAnswer>(ACCOUNT_API.deletionProof, {
    method: 'POST',
    body: apiHost === '' ? proof : { ...proof, name: await ownName(user) },
  });
  if (proved.kind !== 'ok') return proved;
  await sessionStore().prepareToLeave();
  const path = pathFor(PRODUCT_API.user, user.id);
  const there = await callProduct<AcceptedAnswer>(path, { method: 'DELETE', ignoresBody: apiHost !== '' });
  if (apiHost === '' || there.kind === 'offline') return there;
  const here = await callOwnProduct<AcceptedAnswer>(path, { method: 'DELETE' });
  // That server may be ours under another name: then account and session are gone already.
  return there.kind === 'ok' && here.kind === 'refused' && here.status === 401 ? there : here;
}

/** What our own server calls the person: a name that was edited at another product server is not known here. */
async function ownName(user: UserRecord): Promise<string> {
  const result = await callAccount<SessionAnswer>(ACCOUNT_API.session);
  return (result.kind === 'ok' && result.data.data?.name) || user.name;
}
