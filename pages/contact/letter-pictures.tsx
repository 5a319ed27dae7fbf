import { SkyDrawing, type SkyPaths } from '#web/ui/horizon.tsx';

const BOX: SkyPaths = [
  'shape M902 302v-46h-32v-26a20 20 0 0 1 20-20h56a20 20 0 0 1 20 20v26h-36v46ZM1016 302l6-60 6 60ZM1096 302l6-74 6 74ZM1176 302l6-66 6 66Z',
  'light M882 232h22v5h-22Z',
];

/** The picture of `/contact`: a letter box with its flag up, and a bird. */
export const LETTER_BOX: SkyPaths = [
  ...BOX,
  'line M958 232v-28h12v9h-12M1022 244c30 10 50 2 80-14M1102 230c30 14 50 12 80 8',
  'shape M1132 234c2-9 12-12 18-6l9-3-6 7c-2 8-12 10-17 6l-9 5Z',
];

/** The picture of `/contact/thanks`: the letter box with its flag down, and a bird with the letter. */
export function LetterAway() {
  return (
    <>
      <path className="sky-thread" strokeDasharray="2 9" d="M972 196c26-34 60-52 104-58" />
      <SkyDrawing paths={LETTER_AWAY} />
    </>
  );
}

const LETTER_AWAY: SkyPaths = [
  ...BOX,
  'line M958 230h28v12h-10v-12M1022 244c30 10 50 2 80-14M1102 230c30 14 50 12 80 8',
  'shape M1090 128c10-8 24-9 34-3l16-31c5 12 5 25-1 37l19-3-13 12c-8 11-27 14-42 9l-19 1 9-9Z',
  'light M1072 142h36v23h-36Z',
  'line M1073 144l17 11 17-11',
];

export function Stamp() {
  return (
    <svg
      viewBox="0 0 150 92"
      className="-mt-1 -mr-1 w-[clamp(min(7.5rem,31vw),22vw,10rem)] flex-none [rotate:2deg]"
      aria-hidden="true"
    >
      <path fill="var(--stamp)" d={STAMP_EDGE} />
      <path fill="var(--dawn-plum)" d="M78 12h60v56H78Z" />
      <path className="fill-marigold" d="M90 68a18 18 0 0 1 36 0Z" />
      <path stroke="var(--sun)" strokeWidth="3" strokeLinecap="round" d="M108 42v-8M89 50l-6-5M127 50l6-5" />
      <path fill="var(--closing-sky-high)" d="M78 68h60v12H78Z" />
      <g fill="none" stroke="var(--ink-soft)" strokeWidth="1.4" opacity="0.75">
        <circle cx="58" cy="52" r="26" />
        <circle cx="58" cy="52" r="20" />
        <path d="M44 58h28M49 58a9 9 0 0 1 18 0M58 44v-4M47 48l-3-3M69 48l3-3" />
        <path d="M84 38c8-5 14 5 22 0s14 5 22 0M86 50c8-5 14 5 22 0s14 5 22 0M84 62c8-5 14 5 22 0s14 5 22 0" />
      </g>
    </svg>
  );
}

/** The perforated edge of a postage stamp: half-circles of radius 3 around a sheet of 72 × 84. */
const STAMP_EDGE = `M72 4${'h3a3 3 0 0 0 6 0h3'.repeat(6)}${'v3a3 3 0 0 0 0 6v3'.repeat(7)}${'h-3a3 3 0 0 0-6 0h-3'.repeat(6)}${'v-3a3 3 0 0 0 0-6v-3'.repeat(7)}Z`;
