import { PAGES } from '#content/page-paths.ts';
import { SECURITY_WORDS } from '#content/security.ts';
import { useSignedIn } from '#features/accounts/web/use-signed-in.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { AccountPage } from './account-page.tsx';
import { SecurityParts } from './security-parts.tsx';

export function meta() {
  return pageMeta({
    title: SECURITY_WORDS.pageTitle,
    description: SECURITY_WORDS.pageDescription,
    canonical: PAGES.security,
    noindex: true,
  });
}

/** Sign-in methods and sessions of the signed-in person. */
export default function SecurityPage() {
  const user = useSignedIn(PAGES.security);
  return (
    <AccountPage title={SECURITY_WORDS.pageTitle} lead={SECURITY_WORDS.lead}>
      {user ? <SecurityParts key={user.id} email={user.email} /> : <span className="skeleton h-120" />}
    </AccountPage>
  );
}
