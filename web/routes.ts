import { index, type RouteConfig, route } from '@react-router/dev/routes';
import { PAGES } from '#content/page-paths.ts';
import { SITE_PAGES } from '../content/pages.ts';
import { readDocuments, readPosts } from '../generate/markdown/read-markdown.ts';

/** The router's paths have no leading slash. */
const at = (path: string, file: string, id?: string) => route(path.slice(1), file, id ? { id } : {});

/** Each page of `content/pages.ts` is the file of its own name: `/about` is `pages/about/about.tsx`. */
const pages = SITE_PAGES.filter(({ path }) => path !== PAGES.home).map(({ path }) =>
  at(path, `pages${path}${path}.tsx`),
);

/** One route for each Markdown file, so that the catch-all route answers unknown paths (record 0013). */
const posts = readPosts().map(({ path }) => at(path, 'pages/blog/article.tsx', path));
const documents = readDocuments().map(({ path }) => at(path, 'pages/document/document.tsx', path));

export default [
  index('pages/home/home.tsx'),
  at(PAGES.homeAlias, 'pages/home/home.tsx', 'home-alias'),
  ...pages,
  ...posts,
  ...documents,
  at(PAGES.blogFeed, 'pages/blog/blog-feed.ts'),
  at(PAGES.contactThanks, 'pages/contact/contact-thanks.tsx'),
  at(PAGES.feedbackThanks, 'pages/feedback/feedback-thanks.tsx'),
  at(PAGES.launchList, 'pages/launch-list/launch-list.tsx'),
  at(PAGES.launchListConfirm, 'pages/launch-list/confirm.tsx'),
  at(PAGES.launchListLeave, 'pages/launch-list/leave.tsx'),
  at(PAGES.rights, 'pages/rights/rights.tsx'),
  at(PAGES.auth, 'account/sign-in/auth.tsx'),
  at(PAGES.authVerify, 'account/sign-in/verify.tsx'),
  at(PAGES.authReset, 'account/sign-in/reset.tsx'),
  at(PAGES.authNotMe, 'account/changes/not-me.tsx'),
  at(PAGES.authAddress, 'account/sign-in/new-address.tsx'),
  at(PAGES.authCallback, 'account/social/callback.tsx'),
  at(PAGES.profile, 'account/profile/profile.tsx'),
  at(PAGES.security, 'account/security/security.tsx'),
  at(PAGES.yourData, 'account/your-data/your-data.tsx'),
  route('*', 'pages/not-found/not-found.tsx'),
] satisfies RouteConfig;
