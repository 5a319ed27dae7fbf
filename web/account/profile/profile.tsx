import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { PROFILE_WORDS } from '#content/account.ts';
import { PAGES } from '#contract/paths.ts';
import { useSession } from '#web/account/session/session.ts';
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

/**
 * The profile of whoever is signed in. Until the session is confirmed it shows a skeleton, so that nobody sees the
 * state of another person; without a signed-in user it leads to the sign-in page.
 */
export default function ProfilePage() {
  const { user, phase, endedElsewhere } = useSession();
  const navigate = useNavigate();
  const nobody = phase !== 'cached' && !user;

  useEffect(() => {
    // A sign-out or a deletion has led elsewhere already, a moment before React shows it.
    if (!nobody || window.location.pathname !== PAGES.profile) return;
    const state = endedElsewhere ? { signedOutElsewhere: true } : null;
    void navigate(PAGES.auth, { replace: true, state });
  }, [nobody, endedElsewhere, navigate]);

  return phase === 'cached' || !user ? <ProfileSkeleton /> : <Profile key={user.id} user={user} />;
}
