import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { normalizePath, type Plugin } from 'vite';

const ROOT = join(import.meta.dirname, '..', '..');
const PACKAGE = join(ROOT, 'node_modules/@fontsource/noto-sans-devanagari');
const SOURCE = join(PACKAGE, 'files/noto-sans-devanagari-devanagari-400-normal.woff2');
/** The characters that the font covers, as listed in its package: `U+900-97F,U+20B9`. */
const RANGES = JSON.parse(readFileSync(join(PACKAGE, 'unicode.json'), 'utf8'))
  .devanagari.split(',')
  .map((range: string) =>
    range
      .slice(2)
      .split('-')
      .map((hex) => Number.parseInt(hex, 16)),
  );
const FOLDER = normalizePath(join(ROOT, 'build', 'letters'));
const FONT = 'noto-sans-devanagari.woff2';
const STYLE = 'hindi-letters.css';
const POSTS = join(ROOT, 'content', 'posts');
const FEATURES = join(ROOT, 'content', 'features');
/** The file name by which web/styles/prose.css loads the font of the posts. */
const FONT_OF_POSTS = 'noto-sans-devanagari-posts.woff2';

/**
 * Makes the module `virtual:hindi-letters`: the URL of a font with only the Hindi letters used in the texts of features, and of a
 * stylesheet for it. Both are undefined without such letters. Also makes the font with the letters of all posts, which
 * `web/styles/prose.css` loads.
 */
export function hindiLetters(): Plugin {
  return {
    name: 'hindi-letters',
    async buildStart() {
      mkdirSync(FOLDER, { recursive: true });
      // Includes the dotted circle, which is shown below a vowel sign without a letter.
      writeFileSync(join(FOLDER, FONT_OF_POSTS), await fontOf(`${hindiIn(textsIn(POSTS))}\u25cc`));
    },
    resolveId: { filter: { id: /^virtual:hindi-letters$/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0virtual:hindi-letters$/ },
      async handler() {
        const font = await hindiFont(textsIn(FEATURES));
        if (font === undefined) return 'export const font = undefined, style = undefined;';
        mkdirSync(FOLDER, { recursive: true });
        writeFileSync(join(FOLDER, FONT), font);
        writeFileSync(
          join(FOLDER, STYLE),
          `@font-face{font-family:"Hindi letters";font-display:block;src:url("./${FONT}") format("woff2");unicode-range:U+900-97F}`,
        );
        return `export { default as font } from '${FOLDER}/${FONT}?url';
export { default as style } from '${FOLDER}/${STYLE}?url';`;
      },
    },
  };
}

/**
 * Hindi letters with a dot below, each as one code point. The font contains these even if texts write the dot as a second code
 * point, because hinting on Linux depends on the code point of a glyph.
 */
const DOTTED = '\u0958\u0959\u095a\u095b\u095c\u095d\u095e\u095f';

/** A font with the letters of `text`, their joining rules, copyright and licence. Undefined without Hindi letters. */
export async function hindiFont(text: string): Promise<Buffer | undefined> {
  const letters = hindiIn(text);
  return letters === '' ? undefined : fontOf(letters);
}

function textsIn(folder: string): string {
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');
}

function hindiIn(text: string): string {
  return (text.match(/\p{scx=Devanagari}/gu) ?? []).join('');
}

/** @throws Error that names letters missing in the full font, which would otherwise be shown in a font of the device */
export async function fontOf(text: string): Promise<Buffer> {
  const missing = [...new Set(text)].filter((letter) => letter > '\u007f' && !isInFont(letter));
  if (missing.length > 0)
    throw new Error(`Noto Sans Devanagari has no ${missing.join(' ')}, and the words of the site need it.`);
  const dotted = [...DOTTED].filter((letter) => text.includes(letter.normalize('NFD')));
  const letters = text + dotted.join('');
  return subsetFont(readFileSync(SOURCE), letters, {
    targetFormat: 'woff2',
    preserveNameIds: [0, 1, 13, 14],
  });
}

function isInFont(letter: string): boolean {
  const code = letter.codePointAt(0) ?? 0;
  return RANGES.some(([from = 0, to = from]: readonly number[]) => code >= from && code <= to);
}
