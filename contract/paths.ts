/** Every URL that programs call, once. Pages, which visitors see, are in `content/page-paths.ts`. */

/** Our account endpoints. Bodies and answers: `features/accounts/bodies.ts`. */
export const ACCOUNT_API = {
  session: '/api/account/session',
  signUp: '/api/account/sign-up',
  signIn: '/api/account/sign-in',
  signOut: '/api/account/sign-out',
  verify: '/api/account/verify',
  /** What a mailed link is for; changes nothing. */
  link: '/api/account/link',
  /** The sign-up of this browser that waits to be confirmed. */
  pending: '/api/account/pending',
  resendVerification: '/api/account/resend-verification',
  requestReset: '/api/account/request-reset',
  reset: '/api/account/reset',
  deletionProof: '/api/account/deletion-proof',
  signInMethods: '/api/account/sign-in-methods',
  /** What the security page shows (`features/accounts/security-bodies.ts`). */
  security: '/api/account/security',
  /** Shows once more who is signed in; counts for five minutes. */
  proof: '/api/account/proof',
  password: '/api/account/password',
  endSessions: '/api/account/end-sessions',
} as const;

/** The product API (docs/product.md, "Product API"). `{host}` in front is configuration. */
export const PRODUCT_API = {
  user: '/api/user/:id',
  saveUser: '/api/saveUser',
  saveUserById: '/api/saveUser/:id',
} as const;

/** The form service speaks Formspree's protocol (docs/product.md, "Forms"). */
export const FORMS_API = { submit: '/f/:form', submitToProject: '/p/:project/f/:form' } as const;

/** What programs ask for to learn what the site is. */
export const DISCOVERY = {
  sitemap: '/sitemap.xml',
  robots: '/robots.txt',
  llms: '/llms.txt',
  manifest: '/site.webmanifest',
  /** RFC 9116, with the older address that some still ask for. */
  securityText: '/.well-known/security.txt',
  securityTextAtRoot: '/security.txt',
  /** Where password managers lead somebody whose password has leaked (W3C, “A Well-Known URL for Changing Passwords”). */
  changePassword: '/.well-known/change-password',
} as const;

/** Of the operators' console; the rest of its paths: `features/console/contract.ts`. */
export const CONSOLE_HOME = '/console';

export const OPERATIONS = {
  health: '/healthz',
  ready: '/readyz',
  /** For Prometheus, with `METRICS_TOKEN` or from the same machine; to others it does not exist. */
  metrics: '/metrics',
  /** The description of the API (OpenAPI 3.1). */
  openApi: '/api/openapi.json',
} as const;

/** Fills in a pattern's one parameter, percent-encoded: `pathFor(PRODUCT_API.user, id)` → `/api/user/<id>`. */
export function pathFor(pattern: string, value: string): string {
  return pattern.replace(/:\w+/, encodeURIComponent(value));
}
