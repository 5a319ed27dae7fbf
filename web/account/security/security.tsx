import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { PAGES, signInPath } from '#content/page-paths.ts';
import { SECURITY_WORDS } from '#content/security.ts';
import { useSession } from '#web/session/session.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { SecurityParts } from './security-parts.tsx';

export function meta() {
  return pageMeta({
    title: SECURITY_WORDS.pageTitle,
    description: SECURITY_WORDS.pageDescription,
    canonical: PAGES.security,
    noindex: true,
  });
}

/** How the signed-in user signs in, and where. Redirects to the sign-in page when nobody is signed in. */
export default function SecurityPage() {
  const { user, phase } = useSession();
  const navigate = useNavigate();
  const nobody = phase !== 'cached' && !user;

  useEffect(() => {
    if (nobody && window.location.pathname === PAGES.security)
      void navigate(signInPath(PAGES.security), { replace: true });
  }, [nobody, navigate]);

  return (
    <div className="page-width security">
      <div>
        <h1 className="text-heading">{SECURITY_WORDS.pageTitle}</h1>
        <p className="mt-2 text-soft">{SECURITY_WORDS.lead}</p>
        <Link to={PAGES.profile} className="text-link mt-3 inline-block">
          {SECURITY_WORDS.back}
        </Link>
      </div>
      {phase !== 'cached' && user ? (
        <SecurityParts key={user.id} email={user.email} />
      ) : (
        <span className="skeleton h-120" />
      )}
    </div>
  );
}
