import type { Page } from '@playwright/test';
import { enlargeText, PHONE, painted, setTheme } from '#e2e/support/accessible.ts';
import { refusedLine } from '#e2e/support/network-edge.ts';
import { ROUTES, type Route, VIEWS } from '#e2e/support/routes.ts';
import { test } from '#e2e/support/signed-in.ts';
import { readPosts } from '../../generate/markdown/read-markdown.ts';

const FOLDER = 'build/screenshots';
const TABLET = { width: 768, height: 1024 } as const;
const DESK = { width: 1440, height: 900 } as const;
const WIDE = { width: 2560, height: 1440 } as const;
const THEMES = ['dark', 'light'] as const;

type Look = {
  readonly size: { readonly width: number; readonly height: number };
  readonly theme: (typeof THEMES)[number];
  /** The font size of the root element. */
  readonly text: string;
  readonly forcedColors: 'none' | 'active';
};

/** All sizes in both themes, a phone with text at 200 %, and forced colours on a phone and a desktop. */
const LOOKS: readonly Look[] = [
  ...[PHONE, TABLET, DESK, WIDE].map((size) => ({ size, text: '', forcedColors: 'none' }) as const),
  { size: PHONE, text: '200%', forcedColors: 'none' } as const,
  ...[PHONE, DESK].map((size) => ({ size, text: '', forcedColors: 'active' }) as const),
].flatMap((look) => THEMES.map((theme) => ({ ...look, theme })));

const nameOf = ({ theme, size, text, forcedColors }: Look) =>
  [theme, size.width, text && 'text-200', forcedColors === 'active' && 'forced'].filter(Boolean).join('-');

/** Takes a picture of the first screen of a page. */
async function look(page: Page, name: string, wanted: Look): Promise<string> {
  const { size, theme, text, forcedColors } = wanted;
  await page.setViewportSize(size);
  await page.emulateMedia({ forcedColors });
  await setTheme(page, theme);
  await page.evaluate(() => document.fonts.ready);
  await enlargeText(page, text);
  await painted(page);
  const file = `${FOLDER}/${name}-${nameOf(wanted)}`;
  await page.screenshot({ path: `${file}-first.png`, animations: 'disabled' });
  return file;
}

/**
 * Takes pictures of every route and of one article, in each look: the first screen and the whole page. Only
 * `npm run screenshots` runs this file, no test does.
 */
const ARTICLES: readonly Route[] = readPosts().slice(0, 1);

for (const { path, signedIn, status } of [...ROUTES, ...VIEWS, ...ARTICLES]) {
  test.describe(path, () => {
    if (!signedIn) test.use({ storageState: { cookies: [], origins: [] } });

    for (const wanted of LOOKS) {
      test(nameOf(wanted), async ({ page, expectTrouble }) => {
        if (status === 404) expectTrouble(refusedLine(404));
        await page.goto(path, { waitUntil: 'networkidle' });
        const name = path.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '') || 'home';
        const file = await look(page, name, wanted);
        // Renders the parts below the screen too, which otherwise wait until someone scrolls to them.
        await page.evaluate(() => document.documentElement.setAttribute('data-whole', ''));
        await page.screenshot({ path: `${file}.png`, fullPage: true, animations: 'disabled' });
      });
    }
  });
}
