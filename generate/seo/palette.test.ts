import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GROUND_COLOURS } from '#content/colours.ts';
import { hex, inSteps, type Oklch, PALETTE, smoothly } from './palette.ts';

const tokens = readFileSync(new URL('../../web/styles/tokens.css', import.meta.url), 'utf8');

/** The light and the dark value of a token; the same one twice where it has no themes. */
function token(name: string): readonly [string | undefined, string | undefined] {
  const line = new RegExp(`--${name}:(.+);`).exec(tokens)?.[1] ?? '';
  const values = [...line.matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)].map(([, ...parts]) =>
    hex(parts.map(Number) as unknown as Oklch),
  );
  return [values[0], values.at(-1)];
}

test('the conversion agrees with what browsers make of OKLCH', () => {
  expect(hex([1, 0, 0])).toBe('#ffffff');
  expect(hex([0.627955, 0.257683, 29.2339])).toBe('#ff0000');
  expect(hex([0.519752, 0.176858, 142.4953])).toBe('#008000');
});

test('the pictures use the colours of the site', () => {
  expect(token('ground')).toEqual([GROUND_COLOURS.light, GROUND_COLOURS.dark]);
  expect(token('ink')[1]).toBe(PALETTE.ink);
  expect(token('mark-sun')[1]).toBe(PALETTE.marigold);
  expect(token('mark-bubble')[1]).toBe(PALETTE.bubble);
});

test.each([
  ['smoothly', smoothly(PALETTE.glow)],
  ['in steps', inSteps(PALETTE.glow, 20)],
])('a gradient that goes %s starts and ends with its own colours', (_, stops) => {
  const colours = [...stops.matchAll(/stop-color="(#[\da-f]{6})" stop-opacity="([\d.]+)"/g)];
  const [first, last] = [PALETTE.glow[0], PALETTE.glow[3]];
  expect(colours[0]?.slice(1)).toEqual([hex(first.colour), '1.000']);
  expect(colours.at(-1)?.slice(1)).toEqual([hex(last.colour), '0.000']);
});
