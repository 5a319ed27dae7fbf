/** Pages that a fork cannot remove. */
export const BUILT_IN_PAGES = {
  homeAlias: '/home',
  auth: '/auth',
  /** The page of the mailed verification link (`?token=`). A GET changes nothing (docs/product.md, "Confirmation"). */
  authVerify: '/auth/verify',
  /** The page of the mailed reset link (`?token=`), with the form for the new password. */
  authReset: '/auth/reset',
  /** The page of the link in the mail about an account change (`?token=`). Its button freezes the account. */
  authNotMe: '/auth/not-me',
  /** The page of the link mailed to a new address (`?token=`). Its button moves the account to that address. */
  authAddress: '/auth/address',
  /** The page where the pop-up of Google or GitHub ends and reports to its opener (`features/social-sign-in/contract.ts`). */
  authCallback: '/auth/callback',
  profile: '/profile',
  /** The security page: sign-in methods, sessions, and account changes that can be undone. */
  security: '/profile/security',
  /** The page that shows the data kept about the signed-in person and in this browser. */
  yourData: '/profile/data',
  /** The page for data kept under an address without an account, and for requests about personal data. */
  rights: '/your-data',
  /** Pages shown after a form was sent without JavaScript (docs/product.md, "Forms"). */
  feedbackThanks: '/feedback/thanks',
  contactThanks: '/contact/thanks',
  launchList: '/launch-list',
  /** Pages of mailed links (`?token=`). A GET changes nothing, a POST to the same path does. */
  launchListConfirm: '/launch-list/confirm',
  launchListLeave: '/launch-list/leave',
  blogFeed: '/blog/feed.xml',
  /** The prerendered page for unknown paths, sent with status 404. */
  notFound: '/not-found',
} as const;

/** The URL fragment of `PAGES.launchList` after somebody has joined the list without JavaScript. @public */
export const LAUNCH_LIST_ASKED = 'asked';

/** The id of the launch-list field. A link to it also moves the focus. */
export const LAUNCH_FIELD_ID = 'launch-email';

/** Pages for signed-in visitors. All other visitors are redirected to the sign-in page. */
export const SIGNED_IN_PAGES: readonly string[] = [
  BUILT_IN_PAGES.profile,
  BUILT_IN_PAGES.security,
  BUILT_IN_PAGES.yourData,
];

/** All page paths that code links to. A fork may have removed some: use `web/ui/link.tsx`, which checks `content/pages.ts`. */
export const PAGES = {
  ...BUILT_IN_PAGES,
  home: '/',
  about: '/about',
  product: '/product',
  pricing: '/pricing',
  vision: '/vision',
  team: '/team',
  story: '/story',
  features: '/features',
  community: '/community',
  feedback: '/feedback',
  contact: '/contact',
  blog: '/blog',
  comingSoon: '/coming-soon',
  license: '/license',
  privacy: '/privacy',
  terms: '/terms',
  cookiePolicy: '/cookie-policy',
} as const;

export type PageName = keyof typeof PAGES;

/** The path of the form for a new account, which is a view of the sign-in page. */
export const SIGN_UP_PATH = `${BUILT_IN_PAGES.auth}?view=create`;

/**
 * The path of the sign-in page, which returns the visitor to `next` after the sign-in.
 * @param next a plain path, which stays readable in the address bar. The caller must encode a path with a query.
 */
export function signInPath(next: string): string {
  return `${BUILT_IN_PAGES.auth}?next=${next}`;
}
