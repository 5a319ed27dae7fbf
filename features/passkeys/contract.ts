/** Paths of the API. Kept out of `contract/paths.ts`, which every page loads. */
export const PASSKEY_API = {
  options: '/api/account/passkeys/options',
  add: '/api/account/passkeys/add',
  signIn: '/api/account/passkeys/sign-in',
  proof: '/api/account/passkeys/proof',
  rename: '/api/account/passkeys/rename',
  remove: '/api/account/passkeys/remove',
} as const;
