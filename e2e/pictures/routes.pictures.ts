import { readPosts } from '../../generate/markdown/read-markdown.ts';
import { enlargeText, PHONE } from '../support/accessible.ts';
import { refusedLine } from '../support/network-edge.ts';
import { ROUTES, type Route, VIEWS } from '../support/routes.ts';
import { test } from '../support/signed-in.ts';

/**
 * Pictures of every route, and of one article, in both themes and all sizes: the first screen, and the whole page; on a
 * phone with text at 200 % as well. `npm run screenshots` runs this, no test does.
 */
const FOLDER = 'build/screenshots';
const TABLET = { width: 768, height: 1024 } as const;
const DESK = { width: 1440, height: 900 } as const;
const WIDE = { width: 2560, height: 1440 } as const;
const THEMES = ['dark', 'light'] as const;
const LOOKS = [
  ...[PHONE, TABLET, DESK, WIDE].map((size) => ({ size, text: '' })),
  { size: PHONE, text: '200%' },
].flatMap((look) => THEMES.map((theme) => ({ ...look, theme })));

const ARTICLES: readonly Route[] = readPosts().slice(0, 1);

for (const { path, signedIn, status } of [...ROUTES, ...VIEWS, ...ARTICLES]) {
  test.describe(path, () => {
    if (!signedIn) test.use({ storageState: { cookies: [], origins: [] } });

    for (const { size, text, theme } of LOOKS) {
      test(`${theme}, ${size.width} ${text}`, async ({ page, expectTrouble }) => {
        if (status === 404) expectTrouble(refusedLine(404));
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
        await page.goto(path, { waitUntil: 'networkidle' });
        await page.evaluate(() => document.fonts.ready);
        await enlargeText(page, text);
        const name = path.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '') || 'index';
        const file = `${FOLDER}/${name}-${theme}-${size.width}${text && '-text-200'}`;
        await page.screenshot({ path: `${file}-first.png`, animations: 'disabled' });
        await page.screenshot({ path: `${file}.png`, fullPage: true, animations: 'disabled' });
      });
    }
  });
}
