import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hex, type Oklch } from '#contract/oklch.ts';

/** The colours as custom properties, for pages that do not come from the site's build. */
const COLOURS = readFileSync(join(import.meta.dirname, '../../content/colours.css'), 'utf8');

/** The same with the look that such pages share. @public */
export const PAGE_LOOK = [COLOURS, readFileSync(join(import.meta.dirname, 'server-page.css'), 'utf8')].join(
  '\n',
);

type InThemes<T> = { readonly light: T; readonly dark: T };

/** A colour of the site as `#0d0d23`, for what reads no OKLCH; the same twice where it has no themes. Throws for a name that is not there. */
export function siteColour(name: string): InThemes<string> {
  const { light, dark } = siteOklch(name);
  return { light: hex(light), dark: hex(dark) };
}

/** The same as numbers, for what mixes it with others. One that is transparent in a theme is there what it is in the other. */
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
