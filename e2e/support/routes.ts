import { BRAND } from '#content/brand.ts';
import { CALLBACK_WORDS } from '#content/callback.ts';
import { CONTACT } from '#content/contact.ts';
import { ADDRESS_CHANGE_WORDS } from '#content/features/address-change.ts';
import { LAUNCH_LIST_PAGES } from '#content/features/launch-list-pages.ts';
import { NOT_ME_WORDS } from '#content/features/undo-changes.ts';
import { YOUR_DATA_WORDS } from '#content/features/your-data.ts';
import { FEEDBACK } from '#content/feedback.ts';
import { PAGES } from '#content/page-paths.ts';
import { PROFILE_WORDS } from '#content/profile.ts';
import { RESET_WORDS } from '#content/reset.ts';
import { SECURITY_WORDS } from '#content/security.ts';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { VERIFY_WORDS } from '#content/verify.ts';
import { LINK_TOKEN_LENGTH } from '#contract/limits.ts';
import { listedPages } from '../../generate/seo/listed-pages.ts';

/** A complete token for a mailed link that was never mailed to anyone. */
export const NO_LINK = 'x'.repeat(LINK_TOKEN_LENGTH);

export type Route = {
  readonly path: string;
  readonly title: string;
  /** The expected status; 200 when missing. */
  readonly status?: number;
  /** True for a page that needs a signed-in person; all other visitors are redirected. */
  readonly signedIn?: true;
};

const named = (path: string, name: string): Route => ({ path, title: `${name} — ${BRAND.product}` });

/** The public pages, each listed once: the site's pages, the sign-in, and the documents of `content/documents/`. */
export const PUBLIC_PAGES: readonly Route[] = listedPages()
  .filter(({ kind }) => kind !== 'post')
  .map(({ path, title }) =>
    path === PAGES.home ? { path, title: `${BRAND.product} — ${BRAND.tagline}` } : named(path, title),
  );

/** All routes (docs/product.md, "Routes"), also those reached only by a mailed link, by sending a form, or by no link at all. */
export const ROUTES: readonly Route[] = [
  ...PUBLIC_PAGES,
  named(PAGES.authVerify, VERIFY_WORDS.pageTitle),
  named(PAGES.authReset, RESET_WORDS.pageTitle),
  named(PAGES.authNotMe, NOT_ME_WORDS.pageTitle),
  named(`${PAGES.authAddress}?token=${NO_LINK}`, ADDRESS_CHANGE_WORDS.pageTitle),
  named(PAGES.authAddress, ADDRESS_CHANGE_WORDS.pageTitle),
  named(PAGES.authCallback, CALLBACK_WORDS.pageTitle),
  { ...named(PAGES.profile, PROFILE_WORDS.pageTitle), signedIn: true },
  { ...named(PAGES.security, SECURITY_WORDS.pageTitle), signedIn: true },
  { ...named(PAGES.yourData, YOUR_DATA_WORDS.pageTitle), signedIn: true },
  named(PAGES.contactThanks, CONTACT.thanks.pageTitle),
  named(`${PAGES.launchListConfirm}?token=${NO_LINK}`, LAUNCH_LIST_PAGES.confirm.title),
  named(PAGES.launchListLeave, LAUNCH_LIST_PAGES.leave.title),
  { ...named('/no/such/page', 'Page not found'), status: 404 },
];

/** Further views of pages listed above, and a second page of a component that two routes share. */
export const VIEWS: readonly Route[] = [
  named(`${PAGES.auth}?view=create`, AUTH_WORDS.pageTitle),
  named(`${PAGES.auth}?view=reset`, AUTH_WORDS.pageTitle),
  named(`${PAGES.authVerify}?token=${NO_LINK}`, VERIFY_WORDS.deadTitle),
  named(`${PAGES.authReset}?token=${NO_LINK}`, RESET_WORDS.pageTitle),
  named(PAGES.feedbackThanks, FEEDBACK.thanks.pageTitle),
];
