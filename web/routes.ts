import { index, type RouteConfig, route } from '@react-router/dev/routes';
import { PAGES } from '#content/page-paths.ts';
import { SITE_PAGES } from '../content/pages.ts';
import { readDocuments, readPosts } from '../generate/markdown/read-markdown.ts';
import { FEATURE_ROUTES } from './feature-routes.ts';

/**
 * The router's paths have no leading slash, and its files are relative to this folder. Every page carries the list of all routes with their
 * ids; a path is a shorter id than the file name that the router would choose.
 */
const at = (path: string, file: string) => route(path.slice(1), `../${file}`, { id: path });

/** Each page of `content/pages.ts` is the file of its own name: `/about` is `pages/about/about.tsx`. */
const pages = SITE_PAGES.filter(({ path }) => path !== PAGES.home).map(({ path }) =>
  at(path, `pages${path}${path}.tsx`),
);

/** One route for each Markdown file, so that the catch-all route answers unknown paths (record 0013). */
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
