import { PAGES } from '#content/page-paths.ts';

/** Its pages: the path, and the file from the root. */
export const socialSignInRoutes = [[PAGES.authCallback, 'features/social-sign-in/web/callback.tsx']] as const;
