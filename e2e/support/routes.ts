import { PAGES } from '#contract/paths.ts';

export type Route = {
  readonly path: string;
  readonly title: string;
  /** 200 unless told. */
  readonly status?: number;
  /** Needs somebody who is signed in; everybody else is sent away. */
  readonly signedIn?: true;
};

const named = (path: string, name: string): Route => ({ path, title: `${name} — Tuesday AI` });

/** The twenty routes of spec §2, in its order; `/auth` and the catch-all with their further views. */
export const ROUTES: readonly Route[] = [
  { path: PAGES.home, title: 'Tuesday AI — Innovation fueled by faith' },
  { path: PAGES.homeAlias, title: 'Tuesday AI — Innovation fueled by faith' },
  named(PAGES.about, 'About us'),
  named(PAGES.product, 'Products'),
  named(PAGES.pricing, 'Pricing'),
  named(PAGES.vision, 'Vision'),
  named(PAGES.team, 'Team'),
  named(PAGES.story, 'Our story'),
  named(PAGES.features, 'Features'),
  named(PAGES.auth, 'Sign in or create an account'),
  named(`${PAGES.auth}?view=create`, 'Sign in or create an account'),
  named(`${PAGES.auth}?view=reset`, 'Sign in or create an account'),
  named(`${PAGES.authVerify}?token=sample`, 'Confirm your email'),
  named(PAGES.authVerify, 'Confirm your email'),
  named(`${PAGES.authReset}?token=sample`, 'Choose a new password'),
  named(PAGES.authReset, 'Choose a new password'),
  named(PAGES.authCallback, 'Signing in'),
  { ...named(PAGES.profile, 'Your profile'), signedIn: true },
  named(PAGES.community, 'Community'),
  named(PAGES.feedback, 'Feedback'),
  named(PAGES.feedbackThanks, 'Feedback sent'),
  named(PAGES.contact, 'Contact'),
  named(PAGES.contactThanks, 'Message sent'),
  named(PAGES.blog, 'Blog'),
  named(PAGES.comingSoon, 'Coming soon'),
  named(PAGES.license, 'License'),
  named(PAGES.privacy, 'Privacy'),
  named(PAGES.terms, 'Terms'),
  named(PAGES.cookiePolicy, 'Cookie policy'),
  { ...named('/no/such/page', 'Page not found'), status: 404 },
];

/** Reached by a mailed link or by sending a form, or the second address of another page. */
const NOT_LINKED: readonly string[] = [
  PAGES.homeAlias,
  PAGES.authVerify,
  PAGES.authReset,
  PAGES.authCallback,
  PAGES.feedbackThanks,
  PAGES.contactThanks,
];

/** What anybody may read: pages with words of their own, at their one address. */
export const PUBLIC_PAGES: readonly Route[] = ROUTES.filter(
  ({ path, status, signedIn }) =>
    !signedIn && status === undefined && !path.includes('?') && !NOT_LINKED.includes(path),
);
