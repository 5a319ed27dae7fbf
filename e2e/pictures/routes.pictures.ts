import { enlargeText, PHONE, painted, setTheme } from '#e2e/support/accessible.ts';
import { refusedLine } from '#e2e/support/loading.ts';
import { ROUTES, type Route, VIEWS } from '#e2e/support/routes.ts';
import { test } from '#e2e/support/signed-in.ts';
import { readPosts } from '../../generate/markdown/read-markdown.ts';

const FOLDER = 'build/screenshots';
const TABLET = { width: 768, height: 1024 } as const;
const DESK = { width: 1440, height: 900 } as const;
const WIDE = { width: 2560, height: 1440 } as const;

type Look = {
  /** The end of a picture's file name, after the theme. */
  readonly name: string;
  readonly size: { readonly width: number; readonly height: number };
  /** The font size of the root element. */
  readonly text?: string;
  readonly forcedColors?: 'active';
};
const LOOKS: readonly Look[] = [
  ...[PHONE, TABLET, DESK, WIDE].map((size) => ({ name: `${size.width}`, size })),
  { name: `${PHONE.width}-text-200`, size: PHONE, text: '200%' },
  ...[PHONE, DESK].map((size) => ({ name: `${size.width}-forced`, size, forcedColors: 'active' }) as const),
];

const ARTICLES: readonly Route[] = readPosts().slice(0, 1);

/**
 * Takes pictures of every route and of one article, in each size and theme: the first screen and the whole page. Only
 * `npm run screenshots` runs this file, no test does.
 */
for (const { path, signedIn, status } of [...ROUTES, ...VIEWS, ...ARTICLES]) {
  test.describe(path, () => {
    if (!signedIn) test.use({ storageState: { cookies: [], origins: [] } });

    for (const theme of ['dark', 'light'] as const)
      for (const { name, size, text = '', forcedColors = 'none' } of LOOKS)
        test(`${theme}-${name}`, async ({ page, expectTrouble }) => {
          if (status === 404) expectTrouble(refusedLine(404));
          await page.goto(path, { waitUntil: 'networkidle' });
          await page.setViewportSize(size);
          await page.emulateMedia({ forcedColors });
          await setTheme(page, theme);
          await page.evaluate(() => document.fonts.ready);
          await enlargeText(page, text);
          await painted(page);
          const route = path.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '') || 'home';
          const file = `${FOLDER}/${route}-${theme}-${name}`;
          await page.screenshot({ path: `${file}-first.png`, animations: 'disabled' });
          // Renders the parts below the screen too, which otherwise wait until someone scrolls to them.
          await page.evaluate(() => document.documentElement.setAttribute('data-whole', ''));
          await page.screenshot({ path: `${file}.png`, fullPage: true, animations: 'disabled' });
        });
  });
}
