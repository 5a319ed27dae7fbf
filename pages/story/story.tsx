import { PAGES } from '#content/page-paths.ts';
import { STORY } from '#content/story.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { PageLink } from '#web/ui/link.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { SectionHead } from '#web/ui/section-head.tsx';
import { StoryBlock } from './story-block.tsx';
import { LampOnTheRoof, RoofsAtSunrise } from './story-pictures.tsx';

export const meta = () => metaOf(PAGES.story);

export default function Story() {
  const { page, morning } = STORY;
  return (
    <>
      <PageHead
        page={PAGES.story}
        title={page.title}
        lead={page.lead}
        hour={0.06}
        picture={<LampOnTheRoof />}
      />
      <div className="night relative overflow-hidden pt-12 lg:pt-24">
        <StoryBlock />
        <section className="page-width night-morning relative z-1" aria-labelledby="morning-title">
          <div className="lg:pl-(--words)">
            <SectionHead id="morning-title" title={morning.title} plain />
            <p className="mt-4 text-lead measure">{morning.text}</p>
            <p className="mt-7 flex flex-wrap gap-3">
              <PageLink to={PAGES.team} className="button button-dawn">
                {morning.team}
              </PageLink>
              <PageLink to={PAGES.community} className="button button-quiet">
                {morning.community}
              </PageLink>
            </p>
          </div>
        </section>
        <RoofsAtSunrise />
      </div>
    </>
  );
}
