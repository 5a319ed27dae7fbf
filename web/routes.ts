import { index, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  index('routes/home.tsx'),
  route('home', 'routes/home.tsx', { id: 'home-alias' }),
  route('auth', 'routes/auth.tsx'),
  route('auth/verify', 'routes/auth-verify.tsx'),
  route('auth/reset', 'routes/auth-reset.tsx'),
  route('profile', 'routes/profile.tsx'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig;
