import { labToHex, type Oklch, toLab } from '#contract/oklch.ts';
import { siteColour, siteOklch } from '#server/html/site-colours.ts';

/** A colour stop of a gradient. */
export type Stop = { readonly at: number; readonly colour: Oklch; readonly opacity?: number };

const byNight = (name: string) => siteOklch(name).dark;

/** The colours of the share pictures: those of the dark theme in sRGB, because the renderer cannot read OKLCH. */
export const PALETTE = {
  ground: siteColour('ground').dark,
  ink: siteColour('ink').dark,
  bubbleOnNight: siteColour('mark-bubble-on-night').dark,

  sky: [
    { at: 0, colour: byNight('scene-sky-high') },
    { at: 0.46, colour: byNight('scene-sky-middle') },
    { at: 1, colour: byNight('scene-sky-low') },
  ],
  glow: [
    { at: 0, colour: byNight('sun-glow-1') },
    { at: 0.32, colour: byNight('sun-glow-2'), opacity: 0.85 },
    { at: 0.62, colour: byNight('sun-glow-3'), opacity: 0.5 },
    { at: 1, colour: byNight('sun-glow-4'), opacity: 0 },
  ],
  disc: [
    { at: 0, colour: byNight('sun-high') },
    { at: 1, colour: byNight('sun-low') },
  ],
  water: [
    { at: 0, colour: byNight('water-high') },
    { at: 0.5, colour: byNight('water-middle') },
    { at: 1, colour: byNight('ground') },
  ],
  ring: siteColour('sun-ring').dark,
  star: siteColour('star').dark,
  far: siteColour('bank-far').dark,
  bank: siteColour('bank-near').dark,
  window: siteColour('window').dark,
  streak: siteColour('water-light').dark,
  boat: siteColour('boat').dark,
  bird: siteColour('bird').dark,
} as const satisfies Record<string, string | readonly Stop[]>;

/** The stops of an SVG gradient, mixed in OKLab like the gradients of the stylesheet. */
export function smoothly(stops: readonly Stop[]): string {
  return gradient(16, (step) => [[step / 15, between(stops, step / 15)]]);
}

/**
 * The stops of a gradient in steps of one colour each, which are too small to see. Used for a radial gradient, because a PNG with
 * areas of one colour is half the size of one in which every pixel differs.
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
