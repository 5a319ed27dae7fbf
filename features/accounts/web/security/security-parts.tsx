import { SECURITY_WORDS } from '#content/security.ts';
import { NotLoaded } from './not-loaded.tsx';
import { readSecurity } from './prove-calls.ts';
import type { Security } from './second-steps.ts';
import { SECURITY_SECTIONS } from './security-section.ts';
import { useLoaded } from './use-loaded.ts';
import { useProof } from './use-proof.tsx';

/** All parts of the page, once the server has answered. */
export function SecurityParts({ email }: { readonly email: string }) {
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
