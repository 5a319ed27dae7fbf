import { expectAccessibleInEveryLook } from './support/accessible.ts';
import { refusedLine } from './support/network-edge.ts';
import { ROUTES } from './support/routes.ts';
import { expect, test } from './support/signed-in.ts';

/**
 * Every route × dark and light × phone and desk: status, title, one first heading, nothing wider than the screen (320 px
 * included), targets large enough, nothing for axe to find (in two of the four looks), no console message, no failed
 * request, no request to another machine (the last three by the fixture, see support/test.ts). With `E2E_PICTURES` it
 * leaves a picture of each look.
 */
const NOBODY = { cookies: [], origins: [] };

// Entrances and colour changes are over at once, so that nothing is measured half-way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });
// Each look takes about a second where the processors are shared.
test.describe.configure({ timeout: 90_000 });

for (const { path, title, status = 200, signedIn } of ROUTES) {
  test.describe(path, () => {
    if (!signedIn) test.use({ storageState: NOBODY });

    test('is whole in every look', async ({ page, expectTrouble }) => {
      if (status === 404) expectTrouble(refusedLine(404));
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(status);
      await expect(page).toHaveTitle(title);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expectAccessibleInEveryLook(page, path);
    });
  });
}
