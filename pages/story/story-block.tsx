import {
  AlarmClock,
  BrickWall,
  CalendarCheck,
  Coffee,
  type LucideIcon,
  NotebookPen,
  Smartphone,
  Sprout,
  StickyNote,
  Users,
  ZapOff,
} from 'lucide-react';
import { PAGES } from '#content/page-paths.ts';
import { STORY, type StoryIcon } from '#content/story.ts';
import { PageLink } from '#web/ui/link.tsx';
import { SectionHead } from '#web/ui/section-head.tsx';

/** The chapters of the founder's story. `brief` is the version for the home screen, without the long texts. */
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

type NightLineProps = {
  readonly icon: StoryIcon;
  readonly index: number;
  readonly count: number;
};

/** A decorative line from this chapter's icon to the next one. It is as high as the chapter. */
function NightLine({ icon, index, count }: NightLineProps) {
  const Icon = STORY_ICONS[icon];
  const here = positionOf(index, count);
  const next = positionOf(index + 1, count);
  return (
    <svg
      className="night-line absolute top-5.5 h-full overflow-visible"
      aria-hidden="true"
      fill="var(--ground-raised)"
      stroke="var(--night-line)"
      strokeWidth="2"
      strokeLinecap="round"
    >
      {index < count - 1 && (
        <svg
          aria-hidden="true"
          viewBox="0 0 100 100"
          width="100%"
          height="100%"
          preserveAspectRatio="none"
          overflow="visible"
        >
          <path
            fill="none"
            strokeDasharray="2 8"
            vectorEffect="non-scaling-stroke"
            d={`M${here} 0C${here} 55 ${next} 45 ${next} 100`}
          />
        </svg>
      )}
      <svg aria-hidden="true" x={`${here}%`} y="0" overflow="visible">
        <circle r="22" />
        <g transform="translate(-11 -11)">
          <Icon size={22} strokeWidth={1.75} />
        </g>
      </svg>
    </svg>
  );
}

/** The horizontal position of a chapter's icon, from 0 to 100. Alternating offsets make the line wind. */
function positionOf(index: number, count: number): number {
  const walked = (index / Math.max(1, count - 1)) * 76;
  return Math.round(8 + walked + (index % 2 === 0 ? -4 : 14));
}

const STORY_ICONS: Record<StoryIcon, LucideIcon> = {
  'cracked-phone': Smartphone,
  sapling: Sprout,
  notebook: NotebookPen,
  mug: Coffee,
  bricks: BrickWall,
  'power-cut': ZapOff,
  calendar: CalendarCheck,
  card: StickyNote,
  alarm: AlarmClock,
  people: Users,
};
