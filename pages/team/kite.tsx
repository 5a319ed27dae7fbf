import type { KitePattern } from '#content/team.ts';

/** The pattern of each kite as an SVG path, inside a diamond from -30 to 30 on both axes. */
const PAINT: Record<KitePattern, string> = {
  sun: 'M0-12a12 12 0 0 1 0 24a12 12 0 0 1 0-24Z',
  checks: 'M0-30L15-15 0 0-15-15ZM0 0L15 15 0 30-15 15Z',
  band: 'M-19-11L11 19 19 11-11-19Z',
  crown: 'M-30 0L0-30 30 0H18L0-18-18 0Z',
  halves: 'M0-30L30 0 0 30Z',
  ladder: 'M-22-8L-14-16H14L22-8ZM-30 0H30L22 8H-22ZM-14 16H14L6 24H-6Z',
};

const COLOURS: Record<KitePattern, readonly [paper: string, paint: string]> = {
  sun: ['var(--kite-rose)', 'var(--kite-marigold)'],
  checks: ['var(--kite-marigold)', 'var(--kite-blue)'],
  band: ['var(--kite-teal)', 'var(--kite-cream)'],
  crown: ['var(--kite-cream)', 'var(--kite-plum)'],
  halves: ['var(--kite-saffron)', 'var(--kite-plum)'],
  ladder: ['var(--kite-cream)', 'var(--kite-rose)'],
};

/** A kite with the given pattern, 60 × 74 around the origin. Draw it inside an SVG. */
export function KiteShape({ pattern }: { readonly pattern: KitePattern }) {
  const [paper, paint] = COLOURS[pattern];
  return (
    <>
      <path fill={paper} d="M0-30L30 0 0 30-30 0Z" />
      <path fill={paint} d={`${PAINT[pattern]}M0 26L9 44H-9Z`} />
      <path
        fill="none"
        stroke="var(--kite-spar)"
        opacity="0.6"
        d="M0-30V30M-30 0Q0-26 30 0M0-30L30 0 0 30-30 0Z"
      />
    </>
  );
}

export function BareKite() {
  return (
    <svg
      viewBox="-32 -32 64 78"
      aria-hidden="true"
      className="mt-8 w-28 rotate-10"
      fill="none"
      stroke="var(--ink-soft)"
      strokeWidth="0.9"
    >
      <path strokeDasharray="3 2.5" d="M0-30L30 0 0 30-30 0ZM0 30L-9 44H9Z" />
      <path d="M0-30V30M-30 0Q0-26 30 0" />
    </svg>
  );
}

export function Kite({ pattern }: { readonly pattern: KitePattern }) {
  return (
    <svg
      viewBox="-32 -32 64 78"
      aria-hidden="true"
      className="member-kite absolute -top-2.5 left-0 w-[min(4rem,16vw)]"
    >
      <KiteShape pattern={pattern} />
    </svg>
  );
}
