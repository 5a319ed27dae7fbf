import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hex, type Oklch } from '#contract/oklch.ts';

/** @public */
export const COLOURS = readFileSync(join(import.meta.dirname, '../../content/colours.css'), 'utf8');

type InThemes<T> = { readonly light: T; readonly dark: T };

/** A colour as text such as `#0d0d23`, for formats without OKLCH. Throws for an unknown name. */
export function siteColour(name: string): InThemes<string> {
  const { light, dark } = siteOklch(name);
  return { light: hex(light), dark: hex(dark) };
}

/**
 * The OKLCH numbers of a colour, with which it can be mixed. If the colour is transparent in one theme, the colour of the other
 * theme is used.
 */
export function siteOklch(name: string): InThemes<Oklch> {
  const line = new RegExp(`--${name}:([^;]+);`).exec(COLOURS)?.[1] ?? '';
  const values = [...line.matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)].map(
    ([, lightness, chroma, hue]): Oklch => [Number(lightness), Number(chroma), Number(hue)],
  );
  const [light] = values;
  const dark = values.at(-1);
  if (light === undefined || dark === undefined)
    throw new Error(`content/colours.css has no colour ${name}.`);
  return { light, dark };
}
