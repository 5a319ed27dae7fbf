import { SECURITY_WORDS } from '#content/security.ts';
import { AddressPart } from '#features/address-change/web/slots/security-section.tsx';
import { PasskeysPart } from '#features/passkeys/web/slots/security-section.tsx';
import { ProvidersPart } from '#features/social-sign-in/web/slots/security-section.tsx';
import { SecondStepPart } from '#features/two-step/web/slots/security-section.tsx';
import { ContestedPart } from '#features/undo-changes/web/slots/security-section.tsx';
import { NotLoaded } from './not-loaded.tsx';
import { PasswordPart } from './password-part.tsx';
import { readSecurity, type Security } from './prove-calls.ts';
import { SessionsPart } from './sessions-part.tsx';
import { useLoaded } from './use-loaded.ts';
import { useProof } from './use-proof.tsx';

/** All parts of the page, once the server has told what there is. */
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
      <ContestedPart {...same} />
      <PasskeysPart {...same} />
      <SecondStepPart {...same} />
      <PasswordPart {...same} />
      <AddressPart {...same} />
      <ProvidersPart {...same} />
      <SessionsPart {...same} />
      {dialog}
    </>
  );
}
