/** Paths of the API. Kept out of `contract/paths.ts`, which every page loads. */
export const PASSKEY_API = {
  options: '/api/account/passkeys/options',
  add: '/api/account/passkeys/add',
  signIn: '/api/account/passkeys/sign-in',
  proof: '/api/account/passkeys/proof',
  rename: '/api/account/passkeys/rename',
  remove: '/api/account/passkeys/remove',
} as const;

export const PASSKEY_REFUSED = {
  code: 'PASSKEY_REFUSED',
  status: 403,
  message: 'That passkey didn’t work. Please try again, or choose another way.',
};
