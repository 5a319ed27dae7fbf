/** The short-lived token of whoever is signed in, and the public keys that verify it (docs/product.md, "Tokens"). */
export const AUTH_API = {
  token: '/api/auth/token',
  jwks: '/api/auth/jwks',
} as const;

/** What pages know of the settings, before any server wrote into one. */
export const TOKEN_SETTINGS = {
  /** Gets the visitor's token on sign-in and sign-out (docs/product.md, "Token sync"); empty when there is nobody to tell. */
  tokenSyncUrl: '',
  /** The site's registrable domain (`example.co.in` of `www.example.co.in`); its host name where it has none. */
  registrableDomain: '',
};
