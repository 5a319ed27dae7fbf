/** The endpoints of `features/address-change/bodies.ts`, apart from the other paths: few pages call them. */
export const ADDRESS_CHANGE_API = {
  ask: '/api/account/address',
  confirm: '/api/account/address/confirm',
} as const;
