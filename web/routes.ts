import { index, type RouteConfig, route } from '@react-router/dev/routes';
import { SITE_PAGES } from '../content/pages.ts';

/** Each page of `content/pages.ts` has its screen in the file of its own name: `/about` in `routes/about.tsx`. */
const pages = SITE_PAGES.filter(({ path }) => path !== '/').map(({ path }) =>
  route(path.slice(1), `routes${path}.tsx`),
);

/** The slugs of a folder's Markdown files; their texts are not read here. */
const slugsOf = (files: Record<string, unknown>) =>
  Object.keys(files).map((file) => file.replace(/^.*\/|\.md$/g, ''));

const posts = slugsOf(import.meta.glob('../content/posts/*.md')).map((slug) =>
  route(`blog/${slug}`, 'routes/article.tsx', { id: `blog/${slug}` }),
);

const documents = slugsOf(import.meta.glob('../content/documents/*.md')).map((slug) =>
  route(slug, 'routes/document.tsx', { id: slug }),
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
  route('profile', 'routes/profile.tsx'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig;
