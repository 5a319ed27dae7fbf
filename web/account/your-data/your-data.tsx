import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { PAGES, signInPath } from '#content/page-paths.ts';
import { SECURITY_WORDS } from '#content/security.ts';
import { YOUR_DATA_WORDS } from '#content/your-data.ts';
import { useSession } from '#web/session/session.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { ExportPart } from './export-part.tsx';
import { YourDataParts } from './your-data-parts.tsx';

export function meta() {
  return pageMeta({
    title: YOUR_DATA_WORDS.pageTitle,
    description: YOUR_DATA_WORDS.pageDescription,
    canonical: PAGES.yourData,
    noindex: true,
  });
}

/** What the site and this browser keep of the signed-in user. Redirects to the sign-in page when nobody is signed in. */
export default function YourDataPage() {
  const { user, phase } = useSession();
  const navigate = useNavigate();
  const nobody = phase !== 'cached' && !user;

  useEffect(() => {
    if (nobody && window.location.pathname === PAGES.yourData)
      void navigate(signInPath(PAGES.yourData), { replace: true });
  }, [nobody, navigate]);

  return (
    <div className="page-width security">
      <div>
        <h1 className="text-heading">{YOUR_DATA_WORDS.pageTitle}</h1>
        <p className="mt-2 text-soft">{YOUR_DATA_WORDS.lead}</p>
        <Link to={PAGES.profile} className="text-link mt-3 inline-block">
          {SECURITY_WORDS.back}
        </Link>
      </div>
      {phase !== 'cached' && user ? (
        <YourDataParts key={user.id} email={user.email} />
      ) : (
        <>
          <ExportPart />
          <span className="skeleton h-120" />
        </>
      )}
    </div>
  );
}
