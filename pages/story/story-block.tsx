import { PAGES } from '#content/page-paths.ts';
import { STORY } from '#content/story.ts';
import { PageLink } from '#web/ui/link.tsx';
import { SectionHead } from '#web/ui/section-head.tsx';
import { NightLine } from './night-line.tsx';

/** The chapters of the founder's story along a line. `brief` is the version for the home screen, without the long texts. */
export function StoryBlock({ brief = false }: { readonly brief?: boolean }) {
  const { block, chapters } = STORY;
  const Heading = brief ? 'h3' : 'h2';
  const list = (
    <ol className="grid">
      {chapters.map(({ title, content, icon, hour, text }, index) => (
        <li key={title} className="night-chapter relative">
          <NightLine icon={icon} index={index} count={chapters.length} />
          {!brief && (
            <p className="as-heading mb-1 pt-1 text-lead font-semibold text-(--night-line) tabular-nums">
              {hour}
            </p>
          )}
          <Heading className={brief ? 'text-title' : 'text-heading'}>{title}</Heading>
          <p className={brief ? 'mt-1 text-soft' : 'mt-3 text-lead'}>{content}</p>
          {!brief &&
            text.map((paragraph) => (
              <p key={paragraph} className="mt-4 text-soft">
                {paragraph}
              </p>
            ))}
        </li>
      ))}
    </ol>
  );
  if (!brief) return <div className="page-width">{list}</div>;
  return (
    <section
      className="night-brief section-space lazy-layout [--height-ahead:104rem]"
      aria-labelledby="story-title"
    >
      <div className="page-width two-columns">
        <SectionHead
          id="story-title"
          title={block.title}
          lead={block.lead}
          className="lg:sticky lg:top-28 lg:self-start"
        >
          <p className="mt-7">
            <PageLink to={PAGES.story} className="button button-quiet">
              {block.link}
            </PageLink>
          </p>
        </SectionHead>
        {list}
      </div>
    </section>
  );
}
