import { BRAND, GRIEVANCE_OFFICER } from '#content/brand.ts';
import { LEGAL_NEXT } from '#content/legal.ts';
import { PAGES } from '#content/page-paths.ts';
import { PRIVACY, PRIVACY_CARDS } from '#content/privacy.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { Backdrop } from '#web/slots/backdrop.ts';
import { COUNTING_CHOICE } from '#web/slots/counting-choice.ts';
import { LegalText } from '#web/ui/legal-text.tsx';
import { NextStep } from '#web/ui/next-step.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { SkyDrawing } from '#web/ui/sky-drawing.tsx';
import { KeptData } from './kept-data.tsx';
import { SHUTTERED_HOUSE } from './shuttered-house.ts';

export const meta = () => metaOf(PAGES.privacy);

/** `/privacy`: what is stored, for how long, and who has access. */
export default function Privacy() {
  const { title, subtitle, updated, questions, rights } = PRIVACY;
  return (
    <>
      <PageHead
        page={PAGES.privacy}
        title={title}
        lead={subtitle}
        hour={0.34}
        picture={<SkyDrawing paths={SHUTTERED_HOUSE} />}
      >
        {Backdrop && <Backdrop />}
      </PageHead>
      <LegalText cards={PRIVACY_CARDS}>
        <KeptData />
        {COUNTING_CHOICE && (
          <section id={COUNTING_CHOICE.id} className="pb-12 lg:pb-20" aria-labelledby="do-not-count-title">
            <h2 id="do-not-count-title" className="text-heading">
              {COUNTING_CHOICE.title}
            </h2>
            <p className="text-lead mb-4">{COUNTING_CHOICE.lead}</p>
            <COUNTING_CHOICE.Choice />
          </section>
        )}
        <footer className="measure grid gap-3 border-t border-strong pt-6">
          <p>
            <PageLink className="text-link" to={PAGES.rights}>
              {rights.link}
            </PageLink>
            {rights.officer} {GRIEVANCE_OFFICER.name}, {GRIEVANCE_OFFICER.role},{' '}
            <a className="text-link" href={`mailto:${GRIEVANCE_OFFICER.email}`}>
              {GRIEVANCE_OFFICER.email}
            </a>
            .
          </p>
          <p>
            {questions.before}{' '}
            <a className="text-link" href={`mailto:${BRAND.contactEmail}`}>
              {BRAND.contactEmail}
            </a>{' '}
            {questions.after}
          </p>
          <p className="text-soft">{updated}</p>
        </footer>
      </LegalText>
      <NextStep {...LEGAL_NEXT} />
    </>
  );
}
