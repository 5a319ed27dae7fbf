import { PROFILE_WORDS } from '#content/account.ts';
import { PAGES } from '#contract/paths.ts';
import { pageMeta } from '#web/features/shell/page-meta.ts';
import { ProfileScreen } from '#web/features/users/profile-screen.tsx';

export function meta() {
  return pageMeta({
    title: PROFILE_WORDS.pageTitle,
    description: PROFILE_WORDS.pageDescription,
    canonical: PAGES.profile,
    noindex: true,
  });
}

export default ProfileScreen;
