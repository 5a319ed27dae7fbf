import { action } from '#server/audit/action.ts';

export const PASSKEY_ADDED = action('passkey-added', 'added a passkey');
export const PASSKEY_REMOVED = action('passkey-removed', 'removed a passkey');
export const PASSKEY_COPY_REFUSED = action(
  'passkey-refused',
  'used a passkey that may be a copy, and was refused',
);
