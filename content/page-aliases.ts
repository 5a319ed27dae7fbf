import { PAGES, SIGN_UP_PATH } from './page-paths.ts';
import { SHELL_WORDS } from './shell.ts';

export const DID_YOU_MEAN_PAGE = 'Did you mean {page}?';

/** Other words that visitors type into the address bar for a page. The not-found page suggests that page. */
export const PAGE_ALIASES: readonly {
  readonly to: string;
  /** The label of the suggested link. Needed for a page that is neither in `content/pages.ts` nor in the footer. */
  readonly label?: string;
  readonly words: readonly string[];
}[] = [
  { to: PAGES.home, words: ['index', 'start', 'main'] },
  {
    to: PAGES.auth,
    label: SHELL_WORDS.signIn,
    words: ['login', 'log-in', 'sign-in', 'account', 'dashboard'],
  },
  {
    to: SIGN_UP_PATH,
    label: SHELL_WORDS.getStarted,
    words: ['sign-up', 'register', 'join', 'get-started', 'create-account'],
  },
  {
    to: PAGES.pricing,
    words: ['price', 'prices', 'plan', 'plans', 'faq', 'faqs', 'buy', 'subscribe', 'enterprise', 'business'],
  },
  { to: PAGES.contact, words: ['support', 'help', 'contact-us', 'sales', 'press', 'media', 'status'] },
  { to: PAGES.blog, words: ['news', 'posts', 'articles'] },
  { to: PAGES.about, words: ['company'] },
  { to: PAGES.team, words: ['people', 'jobs', 'careers'] },
  { to: PAGES.comingSoon, words: ['demo', 'docs', 'documentation', 'download', 'waitlist'] },
  { to: PAGES.privacy, words: ['privacy-policy', 'privacy-notice', 'gdpr', 'dpa', 'security', 'trust'] },
  {
    to: PAGES.terms,
    words: [
      'tos',
      'legal',
      'terms-of-service',
      'terms-and-conditions',
      'refund',
      'refunds',
      'refund-policy',
      'cancellation',
    ],
  },
  { to: PAGES.rights, words: ['unsubscribe', 'delete-account', 'my-data', 'grievance'] },
];
