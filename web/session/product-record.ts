import { PRODUCT_API, pathFor } from '#contract/paths.ts';
import type { SaveUserAnswer, UserAnswer, UserRecord } from '#features/accounts/profile-bodies.ts';
import { callProduct, saveProblem } from '#web/api/call-product.ts';
import { toast } from '#web/ui/toasts.tsx';
import type { SignInWay } from './session-store.ts';

/**
 * Fetches the signed-in person's record from another product server (`PRODUCT_API_URL`); null if none could be read.
 * After a sign-in with a provider, saves the record there with the new sign-in time and count (docs/product.md,
 * "Product API"). After a password sign-in, saves the record only if that server has none: the save at sign-up had no
 * token, so it may have been refused. A failed save is shown to the visitor.
 *
 * @param own the record of the session
 * @param way how the person has just signed in; undefined at a page load
 */
export async function fetchProductRecord(own: UserRecord, way?: SignInWay): Promise<UserRecord | null> {
  const found = await callProduct<UserAnswer>(pathFor(PRODUCT_API.user, own.id));
  const theirs = found.kind === 'ok' ? readRecord(found.data.data, own) : null;
  if (way === undefined || (way === 'password' && (theirs || found.kind === 'offline'))) return theirs;
  const { last_login, login_count } = own;
  const body = theirs ? { ...theirs, last_login, login_count } : own;
  const saved = await callProduct<SaveUserAnswer>(PRODUCT_API.saveUser, { method: 'POST', body });
  if (saved.kind === 'ok') return readRecord(saved.data.data, body);
  toast.error(saveProblem(saved));
  return theirs;
}

/**
 * Reads another server's record. Takes only fields of the right type. The id and the address come from `own`. Null if
 * `data` is no record.
 */
export function readRecord(data: unknown, own: UserRecord): UserRecord | null {
  if (typeof data !== 'object' || data === null) return null;
  const fields = Object.entries(own).map(([field, value]) => {
    const theirs: unknown = (data as Record<string, unknown>)[field];
    return [field, kindOf(theirs) === kindOf(value ?? '') ? theirs : value];
  });
  const { id, email, email_verified } = own;
  return { ...(Object.fromEntries(fields) as UserRecord), id, email, email_verified };
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'list' : typeof value;
}
