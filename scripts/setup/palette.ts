import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hex, labToLinear, type Oklch, toLab } from '#contract/oklch.ts';

const STARTING_COLOURS = new Map(
  [
    ...readFileSync(join(import.meta.dirname, 'starting-colours.css'), 'utf8').matchAll(
      /^ {2}--([\w-]+): (.+);$/gm,
    ),
  ].map(([, name = '', value = '']) => [name, value] as const),
);

/** Colours with a fixed meaning on every site: success, error, warning. */
const MEANINGS = /^(?:leaf|ember|warning)/;

/** The chroma of the original button colour; a brand colour with this chroma leaves all chromas unchanged. */
const STARTING_CHROMA = 0.155;
const MOST_CHROMA = 1.25;

/** Each range of hues is rotated as a whole and halved in width, with the brand's hue in its middle. */
const HUES = [
  { name: 'dawn', from: -20, to: 110, middle: 55 },
  { name: 'water', from: 110, to: 255, middle: 205 },
  { name: 'night', from: 255, to: 340, middle: 290 },
] as const;

/**
 * The site's colours for a brand colour like `#2563eb`. Each colour keeps its luminance, so each pair of colours keeps its
 * contrast.
 */
export function paletteOf(brand: string): ReadonlyMap<string, string> {
  const [, chroma, hue] = oklchOfHex(brand);
  const strength = Math.min(chroma / STARTING_CHROMA, MOST_CHROMA);
  return new Map(
    [...STARTING_COLOURS].map(([name, value]) => [
      name,
      MEANINGS.test(name)
        ? value
        : value.replaceAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)/g, (_, ...numbers: string[]) => {
            const [l = 0, c = 0, h = 0] = numbers.slice(0, 3).map(Number);
            return `oklch(${likeIt([l, c, h], c * strength, turned(h, hue))
              .map(rounded)
              .join(' ')}`;
          }),
    ]),
  );
}

/** A palette value in the light and dark theme, as `#2563eb`. */
export function inThemes(value: string): { readonly light: string; readonly dark: string } {
  const [light = '', dark = light] = [...value.matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)/g)].map(
    ([, l, c, h]) => hex([Number(l), Number(c), Number(h)]),
  );
  return { light, dark };
}

/** A stylesheet with the colours of the palette filled in. Other colours stay. */
export function withPalette(css: string, palette: ReadonlyMap<string, string>): string {
  return css.replaceAll(/^( {2}--([\w-]+): )(.+);$/gm, (line, start: string, name: string) => {
    const value = palette.get(name);
    return value === undefined ? line : `${start}${value};`;
  });
}

function turned(hue: number, brand: number): number {
  const range = HUES.find(({ from, to }) => (hue >= from && hue < to) || hue - 360 >= from) ?? HUES[0];
  const offset = ((hue - range.middle + 540) % 360) - 180;
  return (brand + offset / 2 + 360) % 360;
}

/** A displayable colour of another hue with the same luminance and at most this chroma. */
function likeIt(start: Oklch, chroma: number, hue: number): Oklch {
  const wanted = luminance(start);
  let colour: Oklch = [0, 0, hue];
  for (let share = 1; share >= 0; share -= 0.05) {
    colour = [lightnessOf(wanted, chroma * share, hue), chroma * share, hue];
    if (isInSrgb(colour)) return colour;
  }
  return colour;
}

function lightnessOf(wanted: number, chroma: number, hue: number): number {
  let [low, high] = [0, 1];
  while (high - low > 0.00005) {
    const middle = (low + high) / 2;
    if (luminance([middle, chroma, hue]) < wanted) low = middle;
    else high = middle;
  }
  return high;
}

const linear = (colour: Oklch) => labToLinear(...toLab(colour));
const clipped = (channel: number) => Math.min(1, Math.max(0, channel));

function isInSrgb(colour: Oklch): boolean {
  return linear(colour).every((channel) => channel > -0.001 && channel < 1.001);
}

/** WCAG's relative luminance of the displayed colour, 0 to 1. */
function luminance(colour: Oklch): number {
  const [red, green, blue] = linear(colour);
  return 0.2126 * clipped(red) + 0.7152 * clipped(green) + 0.0722 * clipped(blue);
}

const rounded = (value: number, index: number) => Number(value.toFixed(index === 2 ? 1 : 4));

export function oklchOfHex(hex: string): Oklch {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const hue = (Math.atan2(b, a) * 180) / Math.PI;
  return [lightness, Math.hypot(a, b), (hue + 360) % 360];
}
