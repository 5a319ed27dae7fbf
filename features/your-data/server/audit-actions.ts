import { action } from '#server/audit/action.ts';

export const DATA_EXPORTED = action('data-exported', 'downloaded everything kept about the account');
export const ADDRESS_EXPORTED = action('address-exported', 'downloaded what is kept under an email address');
export const ADDRESS_ERASED = action('address-erased', 'erased what was kept under an email address');
