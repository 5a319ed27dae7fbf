import type { SkyPaths } from '#web/ui/horizon.tsx';
import { Roofs } from '#web/ui/roofs.tsx';

/** A bridge with a train. */
export const BRIDGE_OVER_RIVER: SkyPaths = [
  'line M620 232H1480M620 262H1480M620 262l30-30 30 30 30-30 30 30 30-30 30 30 30-30 30 30 30-30 30 30 30-30 30 30 30-30 30 30 30-30 30 30 30-30 30 30 30-30 30 30 30-30 30 30 30-30 30 30 30-30 30 30 30-30 30 30 30-30',
  'shape M692 262h20v40h-20ZM842 262h20v40h-20ZM992 262h20v40h-20ZM1142 262h20v40h-20ZM1292 262h20v40h-20ZM1442 262h20v40h-20ZM600 228H1500v8H600ZM600 258H1500v7H600Z',
  'shape M884 228v-26h66v26ZM956 228v-26h66v26ZM1028 228v-26h66v26ZM1100 228v-24h36q14 3 18 24Z',
  'light M892 209h9v8h-9ZM908 209h9v8h-9ZM940 209h6v8h-6ZM980 209h9v8h-9ZM1036 209h9v8h-9ZM1052 209h9v8h-9ZM1108 210h9v8h-9Z',
];

export function RoofsBeforeSunrise() {
  return (
    <svg
      className="block bg-[linear-gradient(in_oklab,var(--ground),var(--scene-sky-low))] -mb-px h-[26vw] min-h-52 w-full"
      fill="none"
      viewBox="0 0 1600 420"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <Roofs />
      <path
        stroke="var(--roof-near)"
        strokeWidth="1.5"
        d="M300 246Q420 276 528 190Q700 236 862 214Q1010 262 1190 192M300 258Q420 288 528 202Q700 248 862 226Q1010 274 1190 204"
      />
      <path className="fill-marigold" d="M538 340h26v34h-26Z" />
      <path stroke="var(--dawn-indigo)" strokeWidth="2" d="M551 340v34M538 355h26" />
      <path
        stroke="var(--ink-soft)"
        strokeWidth="2.5"
        strokeLinecap="round"
        d="M700 96q10-11 19 0q9-11 19 0M752 70q8-9 15 0q7-9 15 0M664 66q6-7 12 0q6-7 12 0"
      />
    </svg>
  );
}
