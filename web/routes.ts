import { index, type RouteConfig, route } from '@react-router/dev/routes';
import { SITE_PAGES } from '../content/pages.ts';
import { readDocuments, readPosts } from '../scripts/markdown/read-markdown.ts';

/** Each page of `content/pages.ts` has its screen in the file of its own name: `/about` in `routes/about.tsx`. */
const pages = SITE_PAGES.filter(({ path }) => path !== '/').map(({ path }) =>
  route(path.slice(1), `routes${path}.tsx`),
);

/** Each Markdown file has a route of its own, so that an address without a file is the catch-all's (record 0013). */
const posts = readPosts().map(({ path }) => route(path.slice(1), 'routes/article.tsx', { id: path }));
const documents = readDocuments().map(({ path }) =>
  route(path.slice(1), 'routes/document.tsx', { id: path }),
);

export default [
  index('routes/home.tsx'),
  route('home', 'routes/home.tsx', { id: 'home-alias' }),
  ...pages,
  ...posts,
  ...documents,
  route('blog/feed.xml', 'routes/blog-feed.ts'),
  route('auth', 'routes/auth.tsx'),
  route('auth/verify', 'routes/auth-verify.tsx'),
  route('auth/reset', 'routes/auth-reset.tsx'),
  route('auth/callback', 'routes/auth-callback.tsx'),
  route('profile', 'routes/profile.tsx'),
  route('contact/thanks', 'routes/contact-thanks.tsx'),
  route('feedback/thanks', 'routes/feedback-thanks.tsx'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig;
