/** The endpoints of `features/passkeys/bodies.ts`, apart from `paths.ts`: every page loads that one, and few use a passkey. */
export const PASSKEY_API = {
  /** What the browser needs for a prompt. */
  options: '/api/account/passkeys/options',
  add: '/api/account/passkeys/add',
  signIn: '/api/account/passkeys/sign-in',
  proof: '/api/account/passkeys/proof',
  rename: '/api/account/passkeys/rename',
  remove: '/api/account/passkeys/remove',
} as const;
