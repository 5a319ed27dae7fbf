import { TERMS, TERMS_CARDS } from '#content/terms.ts';
import { PAGES } from '#contract/paths.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { LegalText } from '#web/ui/legal-text.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { TeaTable } from './tea-table.tsx';
import { TermsContact } from './terms-contact.tsx';

export const meta = () => metaOf(PAGES.terms);

/** The terms in five parts, and the address (spec §2). */
export default function Terms() {
  return (
    <>
      <PageHead title={TERMS.title} lead={TERMS.lead} hour={0.9} picture={<TeaTable />} />
      <LegalText cards={TERMS_CARDS}>
        <TermsContact />
      </LegalText>
    </>
  );
}
