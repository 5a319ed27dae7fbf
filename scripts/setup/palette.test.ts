import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { labToLinear, type Oklch, toLab } from '#contract/oklch.ts';
import { inThemes, oklchOfHex, paletteOf, withPalette } from './palette.ts';

const GROUNDS = ['ground', 'ground-raised', 'ground-sunk'];
/** Text colours, their backgrounds, and the minimum contrast (WCAG 1.4.3; 1.4.11 for the borders of fields). */
const PAIRS: readonly (readonly [string, readonly string[], number])[] = [
  ['ink', [...GROUNDS, 'peacock-wash', 'leaf-wash', 'ember-wash'], 4.5],
  ['ink-soft', GROUNDS, 4.5],
  ['peacock', [...GROUNDS, 'peacock-wash'], 4.5],
  ['leaf', [...GROUNDS, 'leaf-wash'], 4.5],
  ['ember', [...GROUNDS, 'ember-wash'], 4.5],
  ['on-dawn', ['dawn-rose', 'dawn-saffron', 'dawn-marigold'], 4.5],
  ['line-strong', GROUNDS, 3],
];

test('the palette made from any brand colour has readable text in the light and the dark theme', () => {
  const colour = fc.integer({ min: 0, max: 0xffffff }).map((rgb) => `#${rgb.toString(16).padStart(6, '0')}`);
  const examples: [string][] = [['#000000'], ['#ffffff'], ['#ffff00'], ['#0000ff'], ['#ff0000']];
  const isReadable = (brand: string) => {
    expect(faintPairs(paletteOf(brand))).toEqual([]);
  };
  fc.assert(fc.property(colour, isReadable), { numRuns: 50, examples });
});

test('links and buttons get the hue of the brand colour', () => {
  const [, , hue] = oklchOfHex('#2563eb');
  const palette = paletteOf('#2563eb');
  for (const name of ['peacock', 'dawn-saffron'])
    for (const [, , own] of bothThemes(palette, name)) expect(Math.abs(own - hue)).toBeLessThan(20);
});

test('a grey brand colour gives a grey site, but error messages stay red', () => {
  const palette = paletteOf('#808080');
  for (const [, chroma] of bothThemes(palette, 'peacock')) expect(chroma).toBeLessThan(0.01);
  expect(palette.get('ember')).toBe(paletteOf('#2563eb').get('ember'));
});

test('writing a palette into a stylesheet keeps the stylesheet’s comments and other colours', () => {
  const css = ':root {\n  /* Words. */\n  --ink: old;\n  --ours: oklch(0.5 0.1 20);\n}\n';
  expect(withPalette(css, new Map([['ink', 'new']]))).toBe(css.replace('old', 'new'));
});

test('a brand colour reaches the sections that are dark in both themes', () => {
  const palette = paletteOf('#2563eb');
  const css = withPalette(readFileSync('content/colours.css', 'utf8'), palette);
  const [, night] = /\.by-night \{([^}]*)\}/.exec(css) ?? [];
  for (const name of ['ink', 'ink-soft', 'peacock', 'line-strong', 'ground-raised', 'ground-sunk'])
    expect(night).toContain(`--${name}: ${palette.get(name)};`);
});

function faintPairs(palette: ReadonlyMap<string, string>): readonly string[] {
  return PAIRS.flatMap(([words, grounds, least]) =>
    grounds.flatMap((ground) =>
      bothThemes(palette, words).flatMap((colour, theme) => {
        const other = bothThemes(palette, ground)[theme] ?? colour;
        return contrast(colour, other) < least ? [`${words} on ${ground}: ${contrast(colour, other)}`] : [];
      }),
    ),
  );
}

/** A palette colour in the light and then in the dark theme, as screens show it. */
function bothThemes(palette: ReadonlyMap<string, string>, name: string): readonly Oklch[] {
  const { light, dark } = inThemes(palette.get(name) ?? '');
  return [oklchOfHex(light), oklchOfHex(dark)];
}

function contrast(one: Oklch, other: Oklch): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: Oklch): number {
  const [red, green, blue] = labToLinear(...toLab(colour)).map((part) => Math.min(1, Math.max(0, part)));
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}
