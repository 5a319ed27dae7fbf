import { inThemes, paletteOf } from './palette.ts';

const SHOWN = {
  ground: 'ground',
  ink: 'words',
  peacock: 'links',
  'dawn-rose': 'buttons',
  'dawn-saffron': '',
  'dawn-marigold': '',
  'scene-sky-high': 'drawings',
  'scene-sky-low': '',
  'bank-near': '',
};

/** Draws the palette of a brand colour in both themes, as coloured fields if the terminal supports them. */
export function swatches(colour: string): string {
  const palette = paletteOf(colour);
  const hasColours = process.stdout.isTTY && process.stdout.hasColors(2 ** 24);
  return (['light', 'dark'] as const)
    .map((theme) => {
      const fields = Object.entries(SHOWN).map(([name, title]) => {
        const hex = inThemes(palette.get(name) ?? '')[theme];
        const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
        const field = hasColours ? `\u001b[48;2;${red};${green};${blue}m    \u001b[0m` : hex;
        return title === '' ? field : ` ${title} ${field}`;
      });
      return `${theme.padEnd(5)}${fields.join(hasColours ? '' : ' ')}`;
    })
    .join('\n');
}
