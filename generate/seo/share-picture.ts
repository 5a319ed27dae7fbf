import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Resvg } from '@resvg/resvg-js';
import satori, { type Font } from 'satori';
import { BRAND } from '#content/brand.ts';
import { SEO_WORDS } from '#content/seo.ts';
import { SITE_LANGUAGE } from '#contract/language.ts';
import { SHARE_PICTURE } from '#contract/share-picture.ts';
import { brandMark } from './icons.ts';
import type { ListedPage } from './listed-pages.ts';
import { PALETTE } from './palette.ts';
import { riverScene } from './river-scene.ts';

const { resolve } = createRequire(import.meta.url);

/** Returns files of a font. satori takes each letter from the file that has it; `latin-ext` has the rupee sign. */
const font = (name: string, family: string, weight: 500 | 700, files = ['latin', 'latin-ext']): Font[] =>
  files.map((letters) => ({
    name: family,
    weight,
    data: readFileSync(resolve(`@fontsource/${name}/files/${name}-${letters}-${weight}-normal.woff`)),
  }));

const FONTS = [
  ...font('bricolage-grotesque', 'Bricolage', 700),
  ...font('inter', 'Inter', 500),
  ...font('noto-sans-devanagari', 'Hindi', 500, ['devanagari']),
];

/** A PNG of `SHARE_PICTURE` size: the title of the page on the river of `river-scene.ts`. */
export async function sharePicture(page: ListedPage, hour: number): Promise<Buffer> {
  const { width, height } = SHARE_PICTURE;
  const words = await satori(wordsOf(page), { width, height, fonts: FONTS });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${riverScene(hour, page.path)}
${brandMark('x="68" y="54" width="58" height="58"')}${words}</svg>`;
  return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng();
}

/** The type of the elements that satori reads: the inner shape of React elements. */
type Element = {
  readonly type: 'div';
  readonly key: null;
  readonly props: { readonly style: object; readonly children?: string | readonly Element[] };
};

function box(style: object, children: string | readonly Element[]): Element {
  return { type: 'div', key: null, props: { style: { display: 'flex', ...style }, children } };
}

function wordsOf(page: ListedPage): Element {
  const shown = page.path === '/' ? BRAND.tagline : page.title;
  return box({ width: '100%', height: '100%', flexDirection: 'column', padding: '0 72px' }, [
    box(
      {
        height: 58,
        marginTop: 52,
        paddingLeft: 70,
        alignItems: 'center',
        fontFamily: 'Bricolage',
        fontSize: 34,
        color: PALETTE.ink,
      },
      BRAND.product,
    ),
    box(
      {
        marginTop: 46,
        fontFamily: 'Bricolage',
        letterSpacing: '-0.03em',
        lineHeight: 1.02,
        color: PALETTE.ink,
        textWrap: 'balance',
        ...titleSize(shown),
      },
      shown,
    ),
    // The text on the water, below the bank.
    box(
      { position: 'absolute', left: 72, bottom: 46, fontFamily: 'Inter', fontSize: 30, color: PALETTE.ink },
      lineOf(page),
    ),
  ]);
}

function lineOf({ path, date }: ListedPage): string {
  if (date !== undefined) return `${SEO_WORDS.blog} · ${longDate(date)}`;
  return path === '/' ? SEO_WORDS.pictureHome : BRAND.tagline;
}

/** Font size and width of the title in pixels. Long titles are smaller, so that they stay above the water. */
function titleSize(title: string): { fontSize: number; maxWidth: number } {
  if (title.length <= 12) return { fontSize: 128, maxWidth: 900 };
  if (title.length <= 26) return { fontSize: 104, maxWidth: 760 };
  if (title.length <= 40) return { fontSize: 80, maxWidth: 720 };
  if (title.length <= 64) return { fontSize: 66, maxWidth: 720 };
  return { fontSize: 54, maxWidth: 720 };
}

/** Formats a date: `2025-01-14` → `14 January 2025`. */
function longDate(date: string): string {
  return new Date(date).toLocaleDateString(SITE_LANGUAGE, { dateStyle: 'long', timeZone: 'UTC' });
}
