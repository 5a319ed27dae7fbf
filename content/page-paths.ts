/** Pages that belong to the program: no list of `content/` has them, and no fork takes them out. */
export const BUILT_IN_PAGES = {
  homeAlias: '/home',
  auth: '/auth',
  /** Opened by the mailed verification link (`?token=`); opening it changes nothing (docs/product.md, "Confirmation"). */
  authVerify: '/auth/verify',
  /** Opened by the mailed reset link (`?token=`); the form on it sets the new password. */
  authReset: '/auth/reset',
  /** Opened by the mailed link of a change (`?token=`); the button on it freezes the account. */
  authNotMe: '/auth/not-me',
  /** Opened by the link that is mailed to a new address (`?token=`); the button on it makes that the account’s. */
  authAddress: '/auth/address',
  /** Where a sign-in window of Google or GitHub ends; reports to the page that opened it (`features/social-sign-in/contract.ts`). */
  authCallback: '/auth/callback',
  profile: '/profile',
  /** Ways in, sessions and proofs of whoever is signed in. */
  security: '/profile/security',
  /** What is kept of whoever is signed in, and by this browser. */
  yourData: '/profile/data',
  /** What is kept under an address, without an account, and requests about personal data. */
  rights: '/your-data',
  /** Where a form that was sent without JavaScript leads (docs/product.md, "Forms"). */
  feedbackThanks: '/feedback/thanks',
  contactThanks: '/contact/thanks',
  /** What the list is, and the field to join it. */
  launchList: '/launch-list',
  /** Opened by mailed links (`?token=`); opening them changes nothing, a POST to the same address does. */
  launchListConfirm: '/launch-list/confirm',
  launchListLeave: '/launch-list/leave',
  /** Atom. */
  blogFeed: '/blog/feed.xml',
  /** Prerendered catch-all; the server sends it with status 404 for any unknown path. */
  notFound: '/not-found',
} as const;

/** The fragment of `PAGES.launchList` that a sign-up without JavaScript leads to. @public */
export const LAUNCH_LIST_ASKED = 'asked';

/** Links on the same page lead to the field of the launch list by it: a browser also gives it the focus. */
export const LAUNCH_FIELD_ID = 'launch-email';

/** Only for whoever is signed in; everybody else is led to the sign-in. */
export const SIGNED_IN_PAGES: readonly string[] = [
  BUILT_IN_PAGES.profile,
  BUILT_IN_PAGES.security,
  BUILT_IN_PAGES.yourData,
];

/**
 * With the pages of `content/` that code links to. Whether one of those is there says the list in `content/pages.ts`,
 * asked by `web/ui/has-page.ts`.
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

/** How texts in `content/` name a page that they link to. */
export type PageName = keyof typeof PAGES;

/** The sign-in page for somebody who was on the way to another page, which it leads back to. */
export function signInPath(next: string): string {
  return `${BUILT_IN_PAGES.auth}?next=${next}`;
}
