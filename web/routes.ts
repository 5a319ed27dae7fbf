import { index, type RouteConfig, route } from '@react-router/dev/routes';
import { SITE_PAGES } from '../content/pages.ts';

/** Each page of `content/pages.ts` has its screen in the file of its own name: `/about` in `routes/about.tsx`. */
const pages = SITE_PAGES.filter(({ path }) => path !== '/').map(({ path }) =>
  route(path.slice(1), `routes${path}.tsx`),
);

export default [
  index('routes/home.tsx'),
  route('home', 'routes/home.tsx', { id: 'home-alias' }),
  ...pages,
  route('auth', 'routes/auth.tsx'),
  route('auth/verify', 'routes/auth-verify.tsx'),
  route('auth/reset', 'routes/auth-reset.tsx'),
  route('profile', 'routes/profile.tsx'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig;
