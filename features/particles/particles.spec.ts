import type { Page } from '@playwright/test';
import { PAGES } from '#content/page-paths.ts';
import { DESK, PHONE } from '#e2e/support/accessible.ts';
import { openAtRest } from '#e2e/support/hydrated.ts';
import { expect, test } from '#e2e/support/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const box = (page: Page) => page.getByTestId('particles');
const canvas = (page: Page) => box(page).locator('canvas');
/** The canvas, whose data attributes contain the state that the worker reports. */
const particles = (page: Page) => box(page).locator('[data-particles]');
const isChunk = (path: string) => /\/assets\/(?:start|draw)-particles/.test(path);

test('80 particles move at every window size and in both themes while they are on the screen, but not in print or on the next page', async ({
  page,
}) => {
  await openAtRest(page, PAGES.privacy);
  await expect(particles(page)).toHaveCount(1);
  await expect(particles(page)).toHaveAttribute('data-moving', 'true');
  await expect.poll(() => isStill(page)).toBe(false);
  await setHidden(page, true);
  await expect(particles(page)).toHaveAttribute('data-moving', 'false');
  await setHidden(page, false);
  await expect(particles(page)).toHaveAttribute('data-moving', 'true');
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  await expect(particles(page)).toHaveAttribute('data-moving', 'false');
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expect(particles(page)).toHaveAttribute('data-moving', 'true');

  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size);
    await expect(particles(page)).toHaveAttribute('data-particles', '80');
    await expect(particles(page)).toHaveAttribute('data-fps-limit', '120');
    await expect
      .poll(() => canvas(page).evaluate((element) => element.getBoundingClientRect().width - innerWidth))
      .toBeLessThanOrEqual(0);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(particles(page)).toHaveAttribute('data-particles', '80');
  await expect(canvas(page)).toHaveCount(1);
  await expect(box(page)).toHaveAttribute('aria-hidden', 'true');
  await expect(box(page)).toHaveCSS('pointer-events', 'none');
  await page.emulateMedia({ media: 'print' });
  await expect(canvas(page)).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  await page.getByRole('contentinfo').locator(`a[href="${PAGES.contact}"]`).first().click();
  await expect(page).toHaveURL(PAGES.contact);
  await expect(page.locator('canvas')).toHaveCount(0);
  await expect.poll(() => page.workers()).toEqual([]);
  await page.goBack();
  await expect(particles(page)).toHaveAttribute('data-particles', '80');
});

test('no particles are drawn under reduced motion or forced colours, even if the setting is changed after the page has loaded', async ({
  page,
}) => {
  const requested = watchChunks(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openAtRest(page, PAGES.privacy);
  await expect(canvas(page)).toHaveCount(0);
  expect(requested).toEqual([]);
  for (const media of [{ reducedMotion: 'reduce' }, { forcedColors: 'active' }] as const) {
    await page.emulateMedia({ reducedMotion: 'no-preference', forcedColors: 'none' });
    await expect(particles(page)).toHaveAttribute('data-particles', '80');
    await page.emulateMedia(media);
    await expect(canvas(page)).toHaveCount(0);
  }
});

function watchChunks(page: Page): readonly string[] {
  const requested: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (isChunk(pathname)) requested.push(pathname);
  });
  return requested;
}

/** Headless tabs are never hidden, so this fakes `document.hidden`. */
async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}

/** True if two screenshots taken one after the other are equal. */
async function isStill(page: Page): Promise<boolean> {
  const first = await canvas(page).screenshot();
  return first.equals(await canvas(page).screenshot());
}
