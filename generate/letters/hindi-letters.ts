import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { normalizePath, type Plugin } from 'vite';
import { SKETCH, type SketchTurn } from '../../content/sketch.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const SOURCE = join(
  ROOT,
  'node_modules/@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-400-normal.woff2',
);
const FOLDER = normalizePath(join(ROOT, 'build', 'letters'));
const FONT = 'noto-sans-devanagari.woff2';
const STYLE = 'hindi-letters.css';

/**
 * Makes the module `virtual:hindi-letters`: the addresses of a font with only the letters of the sketch's Hindi turns, and of
 * a stylesheet that names it. Both are undefined when there are none.
 */
export function hindiLetters(): Plugin {
  return {
    name: 'hindi-letters',
    resolveId: { filter: { id: /^virtual:hindi-letters$/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0virtual:hindi-letters$/ },
      async handler() {
        const font = await hindiFont(SKETCH.turns);
        if (font === undefined) return 'export const font = undefined, style = undefined;';
        mkdirSync(FOLDER, { recursive: true });
        writeFileSync(join(FOLDER, FONT), font);
        writeFileSync(
          join(FOLDER, STYLE),
          `@font-face{font-family:"Hindi letters";font-display:swap;src:url("./${FONT}") format("woff2");unicode-range:U+900-97F}`,
        );
        return `export { default as font } from '${FOLDER}/${FONT}?url';
export { default as style } from '${FOLDER}/${STYLE}?url';`;
      },
    },
  };
}

/** Letters with a dot below, as one character: Linux hints a glyph by the character that it stands for. */
const DOTTED = '\u0958\u0959\u095a\u095b\u095c\u095d\u095e\u095f';

/** With the rules that join these letters, and the copyright and licence in the font's own table of names. */
export async function hindiFont(turns: readonly SketchTurn[]): Promise<Buffer | undefined> {
  const text = turns.map(({ lang, words }) => (lang === 'hi' ? words : '')).join('');
  if (text === '') return undefined;
  const dotted = [...DOTTED].filter((letter) => text.includes(letter.normalize('NFD')));
  return subsetFont(readFileSync(SOURCE), text + dotted.join(''), {
    targetFormat: 'woff2',
    preserveNameIds: [0, 1, 13, 14],
  });
}
