import { SHARE_PICTURE } from '#contract/share-picture.ts';
import { inSteps, PALETTE, smoothly } from './palette.ts';

const { width, height } = SHARE_PICTURE;
const HORIZON = 478;
const SUN = { x: 930, radius: 132 } as const;
/** How far the centre of the sun is below the horizon before dawn, and how far it rises, in pixels. */
const DEPTH = 66;
const CLIMB = 214;

/**
 * The river of the home page as SVG shapes in the size of the share picture. The drawing is on the right; the left is free
 * for words.
 *
 * @param hour height of the sun: 0 shows its rim, 0.3 half of it, 1 all of it above the trees
 * @param seed places trees and stars, so that no two pages look the same
 */
export function riverScene(hour: number, seed: string): string {
  const random = randomFrom(seed);
  const cy = HORIZON + DEPTH - hour * CLIMB;
  return `
<defs>
  <linearGradient id="sky" x1="0" y1="0" x2="0" y2="${HORIZON}" gradientUnits="userSpaceOnUse">
    ${smoothly(PALETTE.sky)}
  </linearGradient>
  <radialGradient id="glow" cx="${SUN.x}" cy="${cy}" r="400" gradientUnits="userSpaceOnUse"
    gradientTransform="translate(${-SUN.x * 0.45} 0) scale(1.45 1)">
    ${inSteps(PALETTE.glow, 64)}
  </radialGradient>
  <linearGradient id="disc" x1="0" y1="${cy - SUN.radius}" x2="0" y2="${Math.min(cy + SUN.radius, HORIZON)}" gradientUnits="userSpaceOnUse">
    ${smoothly(PALETTE.disc)}
  </linearGradient>
  <linearGradient id="water" x1="0" y1="${HORIZON}" x2="0" y2="${height + 40}" gradientUnits="userSpaceOnUse">
    ${smoothly(PALETTE.water)}
  </linearGradient>
  <clipPath id="above"><path d="M0 0H${width}V${HORIZON}H0Z"/></clipPath>
</defs>
<path fill="url(#sky)" d="M0 0H${width}V${HORIZON}H0Z"/>
${stars(random, hour)}
<g clip-path="url(#above)">
  <path fill="url(#glow)" d="M0 0H${width}V${HORIZON}H0Z"/>
  ${[190, 252, 326].map((r, index) => `<circle cx="${SUN.x}" cy="${cy}" r="${r}" fill="none" stroke="${PALETTE.ring}" stroke-width="1.6" opacity="${[0.4, 0.26, 0.14][index]}"/>`).join('')}
  <circle cx="${SUN.x}" cy="${cy}" r="${SUN.radius}" fill="url(#disc)"/>
</g>
<path fill="none" stroke="${PALETTE.bird}" stroke-width="3" stroke-linecap="round" d="${birds(cy)}"/>
<path fill="${PALETTE.far}" d="${bushes(random, { base: HORIZON, min: 26, max: 62, tallest: 40 })}"/>
<path fill="${PALETTE.bank}" d="${bushes(random, { base: HORIZON, min: 18, max: 46, tallest: 27, gaps: 0.34 })}"/>
${house(Math.round(120 + random() * 420))}
<path fill="url(#water)" d="M0 ${HORIZON}H${width}V${height}H0Z"/>
<path fill="none" stroke="${PALETTE.streak}" stroke-width="4" stroke-linecap="round" opacity="0.8" d="${streaks(random)}"/>
<g fill="${PALETTE.boat}" transform="translate(${Math.round(610 + random() * 60)} ${Math.round(528 + random() * 14)}) scale(0.86)">
  <path d="M0 30q52 15 128 9q30-4 44-17q-8 31-48 36q-62 6-98-3q-22-7-26-25Z"/>
  <path d="M128 34q-3-22 0-36q-8-3-7-12q2-9 11-8q9 2 8 11q-1 5-5 8q9 12 7 37Z"/>
  <path fill="none" stroke="${PALETTE.boat}" stroke-width="3.5" stroke-linecap="round" d="M116-16L172 78"/>
</g>`;
}

/** Stars fade as the sun rises. There are few near the words, because a star beside a letter looks like an accent. */
function stars(random: () => number, hour: number): string {
  const places = Array.from({ length: 46 }, (_, index) => {
    const overWords = index % 8 === 0;
    return {
      x: overWords ? 20 + random() * 620 : 660 + random() * (width - 680),
      y: overWords ? random() * 30 : random() ** 1.4 * 330,
      big: index % 4 === 1,
    };
  });
  const path = (big: boolean) =>
    places
      .filter((star) => star.big === big)
      .map(({ x, y }) => `M${Math.round(x)} ${Math.round(y + 12)}h0`)
      .join('');
  return `<g fill="none" stroke="${PALETTE.star}" stroke-linecap="round" opacity="${1 - hour * 0.7}">
  <path stroke-width="2" opacity="0.65" d="${path(false)}"/><path stroke-width="3.2" opacity="0.9" d="${path(true)}"/></g>`;
}

function birds(cy: number): string {
  const y = Math.max(96, Math.round(cy - SUN.radius - 54));
  return `M1012 ${y}q12-13 22 0q10-13 22 0M1084 ${y - 34}q9-10 17 0q8-10 17 0M958 ${y - 46}q7-8 13 0q6-8 13 0`;
}

type Bank = {
  readonly base: number;
  readonly min: number;
  readonly max: number;
  readonly tallest: number;
  readonly gaps?: number;
};

/** A row of round trees across the picture. */
function bushes(random: () => number, { base, min, max, tallest, gaps = 0 }: Bank): string {
  let path = `M0 ${base}V${base - tallest * 0.3}`;
  for (let x = 0; x < width; ) {
    const open = random() < gaps;
    const w = Math.round(min + random() * (max - min));
    const h = Math.round(Math.min(w * 0.95, tallest * (0.6 + random() * 0.7)));
    path += open ? `h${w * 2}` : `c${Math.round(w * 0.04)} ${-h} ${Math.round(w * 0.96)} ${-h} ${w} 0`;
    x += open ? w * 2 : w;
  }
  return `${path}V${base}Z`;
}

/** A house with one lit window. */
function house(x: number): string {
  return `<path fill="${PALETTE.bank}" d="M${x} ${HORIZON + 1}v-38l22-16 22 16v38ZM${x + 50} ${HORIZON + 1}v-26h30v26Z"/>
<path fill="${PALETTE.window}" d="M${x + 17} ${HORIZON - 30}h10v12h-10Z"/>
<path fill="none" stroke="${PALETTE.window}" stroke-width="2.5" stroke-linecap="round" opacity="0.75" d="M${x + 17} ${HORIZON + 16}h10M${x + 14} ${HORIZON + 31}h15M${x + 19} ${HORIZON + 48}h7M${x + 13} ${HORIZON + 68}h15"/>`;
}

function streaks(random: () => number): string {
  return Array.from({ length: 11 }, (_, index) => {
    const half = Math.round((1 - index / 15) * 84 * (0.6 + random() * 0.5));
    const middle = Math.round(SUN.x + (random() - 0.5) * 44);
    return `M${middle - half} ${HORIZON + 12 + index * 13}h${half * 2}`;
  }).join('');
}

/** A Mulberry32 random generator with a text as its seed, so that every build draws the same picture. */
function randomFrom(seed: string): () => number {
  let state = 2166136261;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
