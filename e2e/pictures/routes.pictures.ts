import { readPosts } from '../../generate/markdown/read-markdown.ts';
import { refusedLine } from '../support/network-edge.ts';
import { ROUTES, type Route, VIEWS } from '../support/routes.ts';
import { test } from '../support/signed-in.ts';
import { LOOKS, look, nameOf } from './looks.ts';

/**
 * Pictures of every route, and of one article, in each look: the first screen, and the whole page. `npm run screenshots` runs
 * this, no test does.
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
        await page.screenshot({ path: `${file}.png`, fullPage: true, animations: 'disabled' });
      });
    }
  });
}
