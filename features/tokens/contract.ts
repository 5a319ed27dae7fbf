/** docs/product.md, "Tokens". */
export const AUTH_API = {
  token: '/api/auth/token',
  jwks: '/api/auth/jwks',
} as const;

/** Used until a server writes its own settings into the page. */
export const TOKEN_SETTINGS = {
  /** Gets the visitor's token at sign-in and sign-out (docs/product.md, "Token sync"); empty for none. */
  tokenSyncUrl: '',
  /** `example.co.in` of `www.example.co.in`, or the host name without one. */
  registrableDomain: '',
};
