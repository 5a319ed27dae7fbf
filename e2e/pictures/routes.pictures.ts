import { readPosts } from '../../generate/markdown/read-markdown.ts';
import { DESK, PHONE } from '../support/accessible.ts';
import { refusedLine } from '../support/network-edge.ts';
import { ROUTES, type Route, VIEWS } from '../support/routes.ts';
import { test } from '../support/signed-in.ts';

/**
 * Pictures of every route, and of one article, in both themes and sizes: the first screen, and the whole page.
 * `npm run screenshots` runs this, no test does.
 */
const FOLDER = 'build/screenshots';
const LOOKS = [
  { size: PHONE, theme: 'dark' },
  { size: PHONE, theme: 'light' },
  { size: DESK, theme: 'dark' },
  { size: DESK, theme: 'light' },
] as const;

const ARTICLES: readonly Route[] = readPosts().slice(0, 1);

for (const { path, signedIn, status } of [...ROUTES, ...VIEWS, ...ARTICLES]) {
  test.describe(path, () => {
    if (!signedIn) test.use({ storageState: { cookies: [], origins: [] } });

    for (const { size, theme } of LOOKS) {
      test(`${theme}, ${size.width}`, async ({ page, expectTrouble }) => {
        if (status === 404) expectTrouble(refusedLine(404));
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
        await page.goto(path, { waitUntil: 'networkidle' });
        await page.evaluate(() => document.fonts.ready);
        const name = path.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '') || 'index';
        const file = `${FOLDER}/${name}-${theme}-${size.width}`;
        await page.screenshot({ path: `${file}-first.png`, animations: 'disabled' });
        await page.screenshot({ path: `${file}.png`, fullPage: true, animations: 'disabled' });
      });
    }
  });
}
