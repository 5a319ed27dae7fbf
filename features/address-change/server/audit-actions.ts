import { action } from '#server/audit/action.ts';

export const ADDRESS_CHANGE_REQUESTED = action(
  'address-change-requested',
  'asked to change the email address',
);
export const ADDRESS_CHANGE_CANCELLED = action(
  'address-change-cancelled',
  'cancelled a requested change of the email address',
);
export const ADDRESS_CHANGED = action('address-changed', 'changed the email address');
