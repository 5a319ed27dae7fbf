import { STORY } from '#content/story.ts';
import { PAGES } from '#contract/paths.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { StoryBlock } from './story-block.tsx';
import { LampOnTheRoof, RoofsAtSunrise } from './story-pictures.tsx';

export const meta = () => metaOf(PAGES.story);

/** The founder's story, told as one night from dark to dawn (spec §1). */
export default function Story() {
  const { page, morning } = STORY;
  return (
    <>
      <PageHead title={page.title} lead={page.lead} hour={0.06} picture={<LampOnTheRoof />} />
      <div className="night">
        <StoryBlock />
        <section className="page-width night-morning" aria-labelledby="morning-title">
          <h2 id="morning-title" className="text-heading">
            {morning.title}
          </h2>
          <p className="mt-4 text-lead measure">{morning.text}</p>
          <p className="mt-7 flex flex-wrap gap-3">
            <PageLink to={PAGES.team} className="button button-dawn">
              {morning.team}
            </PageLink>
            <PageLink to={PAGES.community} className="button button-quiet">
              {morning.community}
            </PageLink>
          </p>
        </section>
        <RoofsAtSunrise />
      </div>
    </>
  );
}
