/** Lightness 0 to 1, chroma 0 to about 0.4, hue in degrees: OKLCH as `web/styles/` writes it. */
export type Oklch = readonly [lightness: number, chroma: number, hue: number];
/** A place in a gradient. */
export type Stop = { readonly at: number; readonly colour: Oklch; readonly opacity?: number };

/**
 * The colours of the pictures, with the numbers of `web/styles/tokens.css` and `web/styles/dawn-scene.css`: the renderer
 * of the pictures reads no OKLCH, so they become sRGB here. A test compares those that are tokens.
 */
export const PALETTE = {
  ground: hex([0.175, 0.045, 281]),
  ink: hex([0.963, 0.014, 82]),
  marigold: hex([0.865, 0.15, 86]),
  bubble: hex([0.46, 0.15, 320]),
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
  const [start, end] = [lab(from.colour), lab(to.colour)];
  return {
    colour: labToHex(mix(start[0], end[0]), mix(start[1], end[1]), mix(start[2], end[2])),
    opacity: mix(from.opacity ?? 1, to.opacity ?? 1),
  };
}

function lab([lightness, chroma, hue]: Oklch): readonly [number, number, number] {
  const angle = (hue * Math.PI) / 180;
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)];
}

/** The colour as `#0d0d23`. One outside sRGB is clipped channel by channel. */
export function hex(colour: Oklch): string {
  return labToHex(...lab(colour));
}

/** Björn Ottosson's conversion. */
function labToHex(lightness: number, a: number, b: number): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${channels.map(toByte).join('')}`;
}

function toByte(linear: number): string {
  const clipped = Math.min(1, Math.max(0, linear));
  const encoded = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0');
}
