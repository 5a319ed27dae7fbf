import { BRAND, GRIEVANCE_OFFICER } from '#content/brand.ts';
import { DO_NOT_COUNT_WORDS } from '#content/features/analytics.ts';
import { LEGAL_NEXT } from '#content/legal.ts';
import { PAGES } from '#content/page-paths.ts';
import { PRIVACY, PRIVACY_CARDS } from '#content/privacy.ts';
import { DoNotCount } from '#features/analytics/web/do-not-count.tsx';
import { Particles } from '#features/particles/web/particles.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import { LegalText } from '#web/ui/legal-text.tsx';
import { Link } from '#web/ui/link.tsx';
import { NextStep } from '#web/ui/next-step.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
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
        <Particles />
      </PageHead>
      <LegalText cards={PRIVACY_CARDS}>
        <KeptData />
        <section id={DO_NOT_COUNT_WORDS.id} className="pb-12 lg:pb-20" aria-labelledby="do-not-count-title">
          <h2 id="do-not-count-title" className="text-heading">
            {DO_NOT_COUNT_WORDS.title}
          </h2>
          <p className="text-lead mb-4">{DO_NOT_COUNT_WORDS.lead}</p>
          <DoNotCount />
        </section>
        <footer className="measure grid gap-3 border-t border-strong pt-6">
          <p>
            <Link className="text-link" to={PAGES.rights}>
              {rights.link}
            </Link>
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
