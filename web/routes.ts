import { index, type RouteConfig, route } from '@react-router/dev/routes';
import { PAGES } from '#content/page-paths.ts';
import { SITE_PAGES } from '../content/pages.ts';
import { readDocuments, readPosts } from '../generate/markdown/read-markdown.ts';
import { FEATURE_ROUTES } from './feature-routes.ts';

/**
 * Makes a route. The router wants no leading slash. The path is the id, because every page contains all ids and default
 * ids are longer.
 */
const at = (path: string, file: string) => route(path.slice(1), `../${file}`, { id: path });

/** The file of a page in `content/pages.ts` has the name of the page: `/about` is `pages/about/about.tsx`. */
const pages = SITE_PAGES.filter(({ path }) => path !== PAGES.home).map(({ path }) =>
  at(path, `pages${path}${path}.tsx`),
);

/** One route for each Markdown file, so that unknown paths reach the catch-all route (docs/decisions/0013). */
const posts = readPosts().map(({ path }) => at(path, 'pages/blog/article.tsx'));
const documents = readDocuments().map(({ path }) => at(path, 'pages/document/document.tsx'));

export default [
  index('../pages/home/home.tsx', { id: PAGES.home }),
  at(PAGES.homeAlias, 'pages/home/home.tsx'),
  ...pages,
  ...posts,
  ...documents,
  at(PAGES.blogFeed, 'pages/blog/blog-feed.ts'),
  at(PAGES.contactThanks, 'pages/contact/contact-thanks.tsx'),
  at(PAGES.feedbackThanks, 'pages/feedback/feedback-thanks.tsx'),
  at(PAGES.auth, 'features/accounts/web/sign-in/auth.tsx'),
  at(PAGES.authVerify, 'features/accounts/web/sign-in/verify.tsx'),
  at(PAGES.authReset, 'features/accounts/web/sign-in/reset.tsx'),
  ...FEATURE_ROUTES.map(([path, file]) => at(path, file)),
  at(PAGES.profile, 'features/accounts/web/profile/profile.tsx'),
  at(PAGES.security, 'features/accounts/web/security/security.tsx'),
  route('*', '../pages/not-found/not-found.tsx', { id: '*' }),
] satisfies RouteConfig;
