import { LEGAL_NEXT } from '#content/legal.ts';
import { PAGES } from '#content/page-paths.ts';
import { TERMS, TERMS_CARDS } from '#content/terms.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { LegalText } from '#web/ui/legal-text.tsx';
import { NextStep } from '#web/ui/next-step.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { SkyDrawing } from '#web/ui/sky-drawing.tsx';
import { TEA_TABLE } from './tea-table.ts';
import { TermsContact } from './terms-contact.tsx';

export const meta = () => metaOf(PAGES.terms);

/** `/terms`: the terms and the contact details. */
export default function Terms() {
  return (
    <>
      <PageHead
        page={PAGES.terms}
        title={TERMS.title}
        lead={TERMS.lead}
        hour={0.9}
        picture={<SkyDrawing paths={TEA_TABLE} />}
      />
      <LegalText cards={TERMS_CARDS}>
        <TermsContact />
      </LegalText>
      <NextStep {...LEGAL_NEXT} />
    </>
  );
}
