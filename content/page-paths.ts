/** Pages that belong to the program; a fork cannot remove them. */
export const BUILT_IN_PAGES = {
  homeAlias: '/home',
  auth: '/auth',
  /** Opened by the mailed verification link (`?token=`). A GET changes nothing (docs/product.md, "Confirmation"). */
  authVerify: '/auth/verify',
  /** Opened by the mailed reset link (`?token=`). The form sets the new password. */
  authReset: '/auth/reset',
  /** Opened by the link in the mail about a change (`?token=`). The button freezes the account. */
  authNotMe: '/auth/not-me',
  /** Opened by the link mailed to a new address (`?token=`). The button moves the account to it. */
  authAddress: '/auth/address',
  /** Where the pop-up of Google or GitHub ends; reports to the page that opened it (`features/social-sign-in/contract.ts`). */
  authCallback: '/auth/callback',
  profile: '/profile',
  /** Sign-in methods, sessions and changes of the account that can be undone. */
  security: '/profile/security',
  /** What is kept about the signed-in person and in this browser. */
  yourData: '/profile/data',
  /** Data kept under an address without an account, and requests about personal data. */
  rights: '/your-data',
  /** Follows a form sent without JavaScript (docs/product.md, "Forms"). */
  feedbackThanks: '/feedback/thanks',
  contactThanks: '/contact/thanks',
  launchList: '/launch-list',
  /** Opened by mailed links (`?token=`). A GET changes nothing, a POST to the same path does. */
  launchListConfirm: '/launch-list/confirm',
  launchListLeave: '/launch-list/leave',
  /** Atom. */
  blogFeed: '/blog/feed.xml',
  /** Prerendered catch-all, sent with status 404 for unknown paths. */
  notFound: '/not-found',
} as const;

/** The fragment after joining `PAGES.launchList` without JavaScript. @public */
export const LAUNCH_LIST_ASKED = 'asked';

/** The id of the launch-list field. A link to it also moves the focus. */
export const LAUNCH_FIELD_ID = 'launch-email';

/** Pages that send visitors who are not signed in to the sign-in page. */
export const SIGNED_IN_PAGES: readonly string[] = [
  BUILT_IN_PAGES.profile,
  BUILT_IN_PAGES.security,
  BUILT_IN_PAGES.yourData,
];

/**
 * Includes pages of `content/` that code links to. Such a page may have been removed: ask `web/ui/link.tsx`, which reads
 * `content/pages.ts`.
 */
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

/** The name of a page in links of `content/`. */
export type PageName = keyof typeof PAGES;

/** The sign-in page that leads back to `next`. */
export function signInPath(next: string): string {
  return `${BUILT_IN_PAGES.auth}?next=${next}`;
}
