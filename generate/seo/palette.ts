import { hex, labToHex, type Oklch, toLab } from '#contract/oklch.ts';
import { siteColour } from '#server/mail/site-colours.ts';

/** A place in a gradient. */
export type Stop = { readonly at: number; readonly colour: Oklch; readonly opacity?: number };

/**
 * The colours of the pictures in sRGB, because their renderer reads no OKLCH: those of the site, and those of the drawing as
 * `web/styles/dawn-scene.css` has them.
 */
export const PALETTE = {
  ground: siteColour('ground').dark,
  ink: siteColour('ink').dark,
  marigold: siteColour('mark-sun').dark,
  bubble: siteColour('mark-bubble').dark,
  /** The bubble on a ground of its own, a little lighter: home screens show it small. */
  bubbleOnNight: hex([0.53, 0.17, 325]),

  sky: [
    { at: 0, colour: [0.17, 0.06, 279] },
    { at: 0.46, colour: [0.255, 0.095, 287] },
    { at: 1, colour: [0.4, 0.14, 322] },
  ],
  glow: [
    { at: 0, colour: [0.84, 0.14, 75] },
    { at: 0.32, colour: [0.7, 0.17, 38], opacity: 0.85 },
    { at: 0.62, colour: [0.54, 0.18, 5], opacity: 0.5 },
    { at: 1, colour: [0.42, 0.15, 328], opacity: 0 },
  ],
  disc: [
    { at: 0, colour: [0.93, 0.12, 92] },
    { at: 1, colour: [0.79, 0.165, 52] },
  ],
  water: [
    { at: 0, colour: [0.46, 0.145, 340] },
    { at: 0.5, colour: [0.29, 0.1, 298] },
    { at: 1, colour: [0.175, 0.045, 281] },
  ],
  ring: hex([0.93, 0.11, 85]),
  star: hex([0.97, 0.02, 90]),
  far: hex([0.335, 0.12, 312]),
  bank: hex([0.225, 0.085, 292]),
  window: hex([0.88, 0.15, 86]),
  streak: hex([0.86, 0.14, 78]),
  boat: hex([0.165, 0.06, 285]),
  bird: hex([0.22, 0.08, 290]),
} as const satisfies Record<string, string | readonly Stop[]>;

/** The stops of an SVG gradient, mixed in OKLab like the gradients of the stylesheet. */
export function smoothly(stops: readonly Stop[]): string {
  return gradient(16, (step) => [[step / 15, between(stops, step / 15)]]);
}

/**
 * The stops of a gradient that goes in flat steps, each too small to be seen. For gradients that are not straight: a PNG
 * of flat areas is half the size of one whose every pixel differs from its neighbours.
 */
export function inSteps(stops: readonly Stop[], count: number): string {
  return gradient(count, (step) => {
    const paint = between(stops, step / (count - 1));
    return [
      [step / count, paint],
      [(step + 1) / count, paint],
    ];
  });
}

type Paint = { readonly colour: string; readonly opacity: number };

function gradient(count: number, stopsOf: (step: number) => readonly (readonly [number, Paint])[]): string {
  return Array.from({ length: count }, (_, step) => stopsOf(step))
    .flat()
    .map(
      ([offset, { colour, opacity }]) =>
        `<stop offset="${offset.toFixed(4)}" stop-color="${colour}" stop-opacity="${opacity.toFixed(3)}"/>`,
    )
    .join('');
}

function between(stops: readonly Stop[], at: number): Paint {
  const after = Math.max(
    1,
    stops.findIndex((stop) => stop.at >= at),
  );
  const [from, to] = [stops[after - 1], stops[after]];
  if (from === undefined || to === undefined) throw new Error('A gradient needs two colours.');
  const share = (at - from.at) / (to.at - from.at);
  const mix = (a: number, b: number) => a + (b - a) * share;
  const [start, end] = [toLab(from.colour), toLab(to.colour)];
  return {
    colour: labToHex(mix(start[0], end[0]), mix(start[1], end[1]), mix(start[2], end[2])),
    opacity: mix(from.opacity ?? 1, to.opacity ?? 1),
  };
}
