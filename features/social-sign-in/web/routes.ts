import { PAGES } from '#content/page-paths.ts';

export const socialSignInRoutes = [[PAGES.authCallback, 'features/social-sign-in/web/callback.tsx']] as const;
