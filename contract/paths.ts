/** URLs that programs call. URLs of pages are in `content/page-paths.ts`. */

export const ACCOUNT_API = {
  session: '/api/account/session',
  signUp: '/api/account/sign-up',
  signIn: '/api/account/sign-in',
  signOut: '/api/account/sign-out',
  verify: '/api/account/verify',
  /** Returns the purpose and the state of a mailed link. Changes nothing. */
  link: '/api/account/link',
  /** The unconfirmed sign-up of the calling browser. */
  pending: '/api/account/pending',
  resendVerification: '/api/account/resend-verification',
  requestReset: '/api/account/request-reset',
  reset: '/api/account/reset',
  deletionProof: '/api/account/deletion-proof',
  signInMethods: '/api/account/sign-in-methods',
  /** Data of the security page (`features/accounts/security-bodies.ts`). */
  security: '/api/account/security',
  /** Renews the proof of identity, which is then valid for `PROOF_MINUTES`. */
  proof: '/api/account/proof',
  password: '/api/account/password',
  endSessions: '/api/account/end-sessions',
} as const;

/** The product API (docs/product.md, "Product API"). Its host is a setting. */
export const PRODUCT_API = {
  user: '/api/user/:id',
  saveUser: '/api/saveUser',
  saveUserById: '/api/saveUser/:id',
} as const;

/** The form service, with Formspree's protocol (docs/product.md, "Forms"). */
export const FORMS_API = { submit: '/f/:form', submitToProject: '/p/:project/f/:form' } as const;

export const DISCOVERY = {
  sitemap: '/sitemap.xml',
  robots: '/robots.txt',
  llms: '/llms.txt',
  manifest: '/site.webmanifest',
  /** The security contact file of RFC 9116. Some programs still request the older address. */
  securityText: '/.well-known/security.txt',
  securityTextAtRoot: '/security.txt',
  /** Password managers open this address after a data leak (W3C, “A Well-Known URL for Changing Passwords”). */
  changePassword: '/.well-known/change-password',
} as const;

/** The other paths of the console are in `features/console/contract.ts`. */
export const CONSOLE_HOME = '/console';

/** @param path a path of this site, perhaps with a query */
export function isConsolePath(path: string): boolean {
  return path.startsWith(CONSOLE_HOME) && ['', '/', '?', '#'].includes(path.charAt(CONSOLE_HOME.length));
}

export const OPERATIONS = {
  health: '/healthz',
  ready: '/readyz',
  /** Metrics for Prometheus. Callers need `METRICS_TOKEN` or must be on the same machine; others get a 404. */
  metrics: '/metrics',
  openApi: '/api/openapi.json',
} as const;

/** Fills in the one parameter of a pattern, percent-encoded: `pathFor(PRODUCT_API.user, id)` → `/api/user/<id>`. */
export function pathFor(pattern: string, value: string): string {
  return pattern.replace(/:\w+/, encodeURIComponent(value));
}
