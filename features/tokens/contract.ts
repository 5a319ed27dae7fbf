/** Paths of the API and settings of tokens. See docs/product.md, "Tokens". */
export const AUTH_API = {
  token: '/api/auth/token',
  jwks: '/api/auth/jwks',
} as const;

/** Pages use these defaults until a server writes its settings into the HTML. */
export const TOKEN_SETTINGS = {
  /** This URL gets the visitor's token at sign-in and sign-out (docs/product.md, "Token sync"); empty for none. */
  tokenSyncUrl: '',
  /** The site's registrable domain, such as `example.co.in` for `www.example.co.in`; the host name if it has none. */
  registrableDomain: '',
};
