import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
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
const POSTS = join(ROOT, 'content', 'posts');
/** As named in web/styles/prose.css. */
const FONT_OF_POSTS = 'noto-sans-devanagari-posts.woff2';

/**
 * Makes the module `virtual:hindi-letters`: the addresses of a font with only the letters of the sketch's Hindi turns, and of
 * a stylesheet that names it. Both are undefined when there are none. Also makes the font with the letters of all posts, which
 * `web/styles/prose.css` names.
 */
export function hindiLetters(): Plugin {
  return {
    name: 'hindi-letters',
    async buildStart() {
      mkdirSync(FOLDER, { recursive: true });
      writeFileSync(join(FOLDER, FONT_OF_POSTS), await fontOf(hindiInPosts()));
    },
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
  return text === '' ? undefined : fontOf(text);
}

/** Every Devanagari letter of the posts, and the circle that stands below a sign without a letter. */
function hindiInPosts(): string {
  const texts = readdirSync(POSTS).map((name) => readFileSync(join(POSTS, name), 'utf8'));
  return `${
    texts
      .join('')
      .match(/\p{scx=Devanagari}/gu)
      ?.join('') ?? ''
  }\u25cc`;
}

/** @throws Error that names the letters which the whole font has not: the device's own would stand among ours */
export async function fontOf(text: string): Promise<Buffer> {
  const source = readFileSync(SOURCE);
  const dotted = [...DOTTED].filter((letter) => text.includes(letter.normalize('NFD')));
  const letters = text + dotted.join('');
  const missing = lettersMissingIn(await subsetFont(source, letters, { targetFormat: 'truetype' }), letters);
  if (missing.length > 0)
    throw new Error(`Noto Sans Devanagari has no ${missing.join(' ')}, and the words of the site need it.`);
  return subsetFont(source, letters, { targetFormat: 'woff2', preserveNameIds: [0, 1, 13, 14] });
}

/** The letters beyond ASCII that a TrueType font maps to no glyph, by its table `cmap` of format 4. */
function lettersMissingIn(font: Buffer, letters: string): string[] {
  const u16 = (at: number) => font.readUInt16BE(at);
  const records = Array.from({ length: u16(4) }, (_, index) => 12 + 16 * index);
  const cmap = records.find((at) => font.toString('latin1', at, at + 4) === 'cmap');
  const table = cmap === undefined ? 0 : font.readUInt32BE(cmap + 8);
  const map = Array.from(
    { length: u16(table + 2) },
    (_, index) => table + font.readUInt32BE(table + 8 + 8 * index),
  ).find((at) => u16(at) === 4);
  if (map === undefined) throw new Error('The font has no table of characters that we can read.');
  const size = u16(map + 6);
  const segments = Array.from({ length: size / 2 }, (_, index) => map + 14 + 2 * index);
  const hasGlyph = (code: number) => {
    const end = segments.find((at) => code <= u16(at));
    if (end === undefined || code < u16(end + size + 2)) return false;
    const [delta, offsetAt] = [u16(end + 2 * size + 2), end + 3 * size + 2];
    if (u16(offsetAt) === 0) return ((code + delta) & 0xffff) !== 0;
    return u16(offsetAt + u16(offsetAt) + 2 * (code - u16(end + size + 2))) !== 0;
  };
  return [...new Set(letters)].filter((letter) => letter > '\u007f' && !hasGlyph(letter.codePointAt(0) ?? 0));
}
