import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hex, type Oklch } from '#contract/oklch.ts';

/** The colours as custom properties, for pages that do not come from the site's build. */
const COLOURS = readFileSync(join(import.meta.dirname, '../../content/colours.css'), 'utf8');

/** The same with the look that such pages share. */
export const PAGE_LOOK = [COLOURS, readFileSync(join(import.meta.dirname, 'server-page.css'), 'utf8')].join(
  '\n',
);

/** A colour of the site as `#0d0d23`, for what reads no OKLCH; the same twice where it has no themes. Throws for a name that is not there. */
export function siteColour(name: string): { readonly light: string; readonly dark: string } {
  const line = new RegExp(`--${name}:(.+);`).exec(COLOURS)?.[1] ?? '';
  const values = [...line.matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)].map(([, ...parts]) =>
    hex(parts.map(Number) as unknown as Oklch),
  );
  const [light] = values;
  const dark = values.at(-1);
  if (light === undefined || dark === undefined)
    throw new Error(`content/colours.css has no colour ${name}.`);
  return { light, dark };
}
