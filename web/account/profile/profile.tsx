import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { PROFILE_WORDS } from '#content/account.ts';
import { PAGES, signInPath } from '#content/page-paths.ts';
import { useSession } from '#web/session/session.ts';
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
 * The signed-in user's profile. Shows a skeleton until the session is confirmed, so that nobody sees another person's
 * data, and redirects to the sign-in page when nobody is signed in.
 */
export default function ProfilePage() {
  const { user, phase, endedElsewhere } = useSession();
  const navigate = useNavigate();
  const nobody = phase !== 'cached' && !user;

  useEffect(() => {
    // A sign-out or a deletion has navigated already, but React has not rendered it yet.
    if (!nobody || window.location.pathname !== PAGES.profile) return;
    const state = endedElsewhere ? { signedOutElsewhere: true } : null;
    void navigate(signInPath(PAGES.profile), { replace: true, state });
  }, [nobody, endedElsewhere, navigate]);

  return phase === 'cached' || !user ? <ProfileSkeleton /> : <Profile key={user.id} user={user} />;
}
