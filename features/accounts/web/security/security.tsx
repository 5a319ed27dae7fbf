import { PAGES } from '#content/page-paths.ts';
import { SECURITY_WORDS } from '#content/security.ts';
import { useSignedIn } from '#features/accounts/web/use-signed-in.ts';
import { metaIn } from '#web/shell/page-meta.ts';
import { AccountPage } from './account-page.tsx';
import { readSecurity, type Security } from './second-steps.ts';
import { SECURITY_SECTIONS } from './security-section.ts';
import { NotLoaded, useLoaded } from './use-loaded.tsx';
import { useProof } from './use-proof.tsx';

export const meta = () => metaIn(SECURITY_WORDS, { canonical: PAGES.security, noindex: true });

export default function SecurityPage() {
  const user = useSignedIn(PAGES.security);
  return (
    <AccountPage title={SECURITY_WORDS.pageTitle} lead={SECURITY_WORDS.lead}>
      {user ? <SecurityParts key={user.id} email={user.email} /> : <span className="skeleton h-120" />}
    </AccountPage>
  );
}

function SecurityParts({ email }: { readonly email: string }) {
  const { loaded, reload } = useLoaded(readSecurity);
  if (loaded.kind !== 'loaded') return <NotLoaded loaded={loaded} words={SECURITY_WORDS} reload={reload} />;
  return <Parts security={loaded.data} email={email} reload={reload} />;
}

type PartsProps = {
  readonly security: Security;
  readonly email: string;
  readonly reload: () => Promise<void>;
};

function Parts({ security, email, reload }: PartsProps) {
  const { dialog, ensureProof } = useProof(security, email);
  const same = { security, email, reload, ensureProof };
  return (
    <>
      {SECURITY_SECTIONS.map(({ order, Section }) => (
        <Section key={order} {...same} />
      ))}
      {dialog}
    </>
  );
}
