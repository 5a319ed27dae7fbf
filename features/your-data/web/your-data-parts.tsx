import { YOUR_DATA_WORDS } from '#content/features/your-data.ts';
import { SECURITY_WORDS } from '#content/security.ts';
import { NotLoaded } from '#features/accounts/web/security/not-loaded.tsx';
import { isGuarded } from '#features/accounts/web/security/second-steps.ts';
import { SecurityPart } from '#features/accounts/web/security/security-part.tsx';
import { useLoaded } from '#features/accounts/web/security/use-loaded.ts';
import { useProof } from '#features/accounts/web/security/use-proof.tsx';
import { COUNTING_CHOICE } from '#web/slots/counting-choice.ts';
import { AgreementsPart } from './agreements-part.tsx';
import { BrowserPart } from './browser-part.tsx';
import { ByUsPart } from './by-us-part.tsx';
import { ExportPart } from './export-part.tsx';
import { KeptPart } from './kept-part.tsx';
import { readYourData, type YourData } from './your-data-api.ts';

/** All parts of the page. */
export function YourDataParts({ email }: { readonly email: string }) {
  const { loaded, reload } = useLoaded(readYourData);
  if (loaded.kind === 'loaded') return <Parts data={loaded.data} email={email} reload={reload} />;
  return (
    <>
      <ExportPart />
      <NotLoaded
        loaded={loaded}
        words={{ loading: YOUR_DATA_WORDS.loading, retry: SECURITY_WORDS.retry }}
        reload={reload}
      />
    </>
  );
}

type PartsProps = {
  readonly data: YourData;
  readonly email: string;
  readonly reload: () => Promise<void>;
};

function Parts({ data, email, reload }: PartsProps) {
  const { dialog, ensureProof } = useProof(data.security, email);
  return (
    <>
      <ExportPart ensureProof={ensureProof} />
      <KeptPart counts={data.counts} />
      <ByUsPart byUs={data.byUs} />
      <AgreementsPart
        agreements={data.agreements}
        reload={reload}
        ensureProof={isGuarded(data.security) ? ensureProof : undefined}
      />
      <BrowserPart cookies={data.cookies} />
      {COUNTING_CHOICE && (
        <SecurityPart id={COUNTING_CHOICE.id} title={COUNTING_CHOICE.title} lead={COUNTING_CHOICE.lead}>
          <COUNTING_CHOICE.Choice />
        </SecurityPart>
      )}
      {dialog}
    </>
  );
}
