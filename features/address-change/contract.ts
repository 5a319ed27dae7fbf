/** Paths of the API. Kept out of `contract/paths.ts`, which every page loads. */
export const ADDRESS_CHANGE_API = {
  ask: '/api/account/address',
  confirm: '/api/account/address/confirm',
} as const;
