import { PAGES } from '#content/page-paths.ts';
import { PROFILE_WORDS } from '#content/profile.ts';
import { useSignedIn } from '#features/accounts/web/use-signed-in.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { ProfileSkeleton } from './profile-skeleton.tsx';
import { Profile } from './profile-view.tsx';

export function meta() {
  return pageMeta({
    title: PROFILE_WORDS.pageTitle,
    description: PROFILE_WORDS.pageDescription,
    canonical: PAGES.profile,
    noindex: true,
  });
}

/** The signed-in user's profile. */
export default function ProfilePage() {
  const user = useSignedIn(PAGES.profile);
  return user ? <Profile key={user.id} user={user} /> : <ProfileSkeleton />;
}
