import type { StoryIcon } from '#content/story.ts';
import { STORY_ICONS } from './story-icons.tsx';

type NightLineProps = {
  readonly icon: StoryIcon;
  readonly index: number;
  readonly count: number;
};

/**
 * The piece of the line beside one chapter: its stop, and the way to the next. The line wanders east, where the sun
 * comes up. Stretches to any height; where CSS makes it 1 px wide it is straight. Decorative.
 */
export function NightLine({ icon, index, count }: NightLineProps) {
  const Icon = STORY_ICONS[icon];
  const here = eastward(index, count);
  const next = eastward(index + 1, count);
  return (
    <svg className="night-line" aria-hidden="true">
      {index < count - 1 && (
        <svg
          aria-hidden="true"
          viewBox="0 0 100 100"
          width="100%"
          height="100%"
          preserveAspectRatio="none"
          overflow="visible"
        >
          <path className="night-way" d={`M${here} 0C${here} 55 ${next} 45 ${next} 100`} />
        </svg>
      )}
      <svg aria-hidden="true" x={`${here}%`} y="0" overflow="visible">
        <circle className="night-stop" r="22" />
        <g transform="translate(-11 -11)">
          <Icon size={22} strokeWidth={1.75} />
        </g>
      </svg>
    </svg>
  );
}

/** How far east a stop lies, 0 to 100: a slow walk with a sway in it. */
function eastward(index: number, count: number): number {
  const walked = (index / Math.max(1, count - 1)) * 76;
  return Math.round(8 + walked + (index % 2 === 0 ? -4 : 14));
}
