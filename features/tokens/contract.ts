/** Endpoints of the signed-in person's short-lived token, and of the public keys that verify it (docs/product.md, "Tokens"). */
export const AUTH_API = {
  token: '/api/auth/token',
  jwks: '/api/auth/jwks',
} as const;

/** Values that pages use until a server writes its own settings into them. */
export const TOKEN_SETTINGS = {
  /** The URL that gets the visitor's token at sign-in and sign-out (docs/product.md, "Token sync"); empty for none. */
  tokenSyncUrl: '',
  /** The site's registrable domain (`example.co.in` of `www.example.co.in`), or its host name if it has none. */
  registrableDomain: '',
};
