import { PRODUCT_API } from '#contract/paths.ts';
import { nameFromAddress, PROFILE_FIELD_LIST } from '#contract/profile-fields.ts';
import type { SaveUserAnswer } from '#features/accounts/profile-bodies.ts';
import type { CallResult } from '#web/api/call-api.ts';
import { callProduct } from '#web/api/call-product.ts';

/** Saves the record of a new sign-up (docs/product.md, "Product API"). The server ignores the fields that only it may set. */
export function saveFreshUser(email: string): Promise<CallResult<SaveUserAnswer>> {
  const now = new Date().toISOString();
  return callProduct(PRODUCT_API.saveUser, {
    method: 'POST',
    body: {
      id: '',
      email,
      ...Object.fromEntries(PROFILE_FIELD_LIST.map(([field]) => [field, ''])),
      name: nameFromAddress(email),
      created_at: now,
      updated_at: now,
      messages: [],
      last_login: null,
      login_count: 0,
      email_verified: false,
      verification_sent_at: now,
      verification_attempts: 1,
    },
  });
}
