import { PALETTE } from './palette.ts';

/** The mark of `web/ui/brand-mark.tsx` and `web/public/favicon.svg` in a field of 32 × 32. */
const BUBBLE =
  'M7 3h18a5 5 0 0 1 5 5v12a5 5 0 0 1-5 5H15l-6.2 5.2A.5.5 0 0 1 8 29.8V25H7a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5Z';
const SUN = 'M9.5 20.5a6.5 6.5 0 0 1 13 0Z';
const RAYS = 'M16 7.5v2.7M8 11.3l1.8 1.9M24 11.3l-1.8 1.9';

/** The shapes of the mark for an SVG whose viewBox is `0 0 32 32`. */
export function brandMarkShapes(bubble: string = PALETTE.bubble): string {
  return `<path fill="${bubble}" d="${BUBBLE}"/><path fill="${PALETTE.marigold}" d="${SUN}"/>
<path fill="none" stroke="${PALETTE.marigold}" stroke-width="2" stroke-linecap="round" d="${RAYS}"/>`;
}
