import { TERMS, TERMS_CARDS } from '#content/terms.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { LegalText } from './legal-text.tsx';
import { TeaTable } from './tea-table.tsx';
import { TermsContact } from './terms-contact.tsx';

/** The terms in five parts, and the address (spec §2). */
export function TermsScreen() {
  return (
    <>
      <PageHead title={TERMS.title} lead={TERMS.lead} hour={0.9} picture={<TeaTable />} />
      <LegalText cards={TERMS_CARDS}>
        <TermsContact />
      </LegalText>
    </>
  );
}
