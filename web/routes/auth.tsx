import { AUTH_WORDS } from '#content/account.ts';
import { PAGES } from '#contract/paths.ts';
import { AuthScreen } from '#web/features/identity/auth-screen.tsx';
import { pageMeta } from '#web/features/shell/page-meta.ts';

export function meta() {
  return pageMeta({
    title: AUTH_WORDS.pageTitle,
    description: AUTH_WORDS.pageDescription,
    canonical: PAGES.auth,
  });
}

export default AuthScreen;
