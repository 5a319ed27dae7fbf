import { BRAND } from '#content/brand.ts';
import { PRIVACY, PRIVACY_CARDS } from '#content/privacy.ts';
import { PAGES } from '#contract/paths.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { LegalText } from '#web/ui/legal-text.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { Particles } from '#web/ui/particles.tsx';
import { ShutteredHouse } from './shuttered-house.tsx';

export const meta = () => metaOf(PAGES.privacy);

/** What is kept, for how long, and who can reach it (spec §2). */
export default function Privacy() {
  const { title, subtitle, updated, questions } = PRIVACY;
  return (
    <>
      <PageHead title={title} lead={subtitle} hour={0.34} picture={<ShutteredHouse />}>
        <Particles />
      </PageHead>
      <LegalText cards={PRIVACY_CARDS}>
        <footer className="legal-end">
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
    </>
  );
}
