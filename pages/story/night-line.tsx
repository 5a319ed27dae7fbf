import type { StoryIcon } from '#content/story.ts';
import { STORY_ICONS } from './story-icons.tsx';

type NightLineProps = {
  readonly icon: StoryIcon;
  readonly index: number;
  readonly count: number;
};

/** The line beside a chapter: its icon and the curve to the next one. Stretches to the chapter's height. Decorative. */
export function NightLine({ icon, index, count }: NightLineProps) {
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

/** The horizontal position of a chapter on the line, 0 to 100: from left to right with alternating offsets. */
function positionOf(index: number, count: number): number {
  const walked = (index / Math.max(1, count - 1)) * 76;
  return Math.round(8 + walked + (index % 2 === 0 ? -4 : 14));
}
