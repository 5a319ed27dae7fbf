/** Paths of the API. Kept out of `contract/paths.ts`, which every page loads. */
export const ADDRESS_CHANGE_API = {
  ask: '/api/account/address',
  cancel: '/api/account/address/cancel',
  confirm: '/api/account/address/confirm',
} as const;
