import type { Page } from '@playwright/test';
import { PAGES } from '#content/page-paths.ts';
import { DESK, PHONE } from '#e2e/support/accessible.ts';
import { openAtRest } from '#e2e/support/loading.ts';
import { expect, test } from '#e2e/support/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const box = (page: Page) => page.getByTestId('particles');
const canvas = (page: Page) => box(page).locator('canvas');
/** The canvas, whose data attributes contain the state that the worker reports. */
const particles = (page: Page) => box(page).locator('[data-particles]');

test('the particles move only while they are visible, at any screen size', async ({ page }) => {
  await openAtRest(page, PAGES.privacy);
  const expectMoving = (isMoving: boolean) =>
    expect(particles(page)).toHaveAttribute('data-moving', String(isMoving));
  const scrollTo = (place: 'end' | 'start') =>
    page.evaluate((block) => document.body.scrollIntoView({ block, behavior: 'instant' }), place);
  await expectMoving(true);
  await expect.poll(() => isStill(page)).toBe(false);
  await setHidden(page, true);
  await expectMoving(false);
  await setHidden(page, false);
  await expectMoving(true);
  await scrollTo('end');
  await expectMoving(false);
  await scrollTo('start');
  await expectMoving(true);

  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size);
    await expect(particles(page)).toHaveAttribute('data-particles', '80');
    await expect(particles(page)).toHaveAttribute('data-fps-limit', '120');
    await expect
      .poll(() => canvas(page).evaluate((element) => element.getBoundingClientRect().width - innerWidth))
      .toBeLessThanOrEqual(0);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
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

test('no particles are drawn under reduced motion or forced colours', async ({ page }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openAtRest(page, PAGES.privacy);
  await expect(canvas(page)).toHaveCount(0);
  expect(requested.filter((url) => /\/assets\/(?:start|draw)-particles/.test(url))).toEqual([]);
  for (const media of [{ reducedMotion: 'reduce' }, { forcedColors: 'active' }] as const) {
    await page.emulateMedia({ reducedMotion: 'no-preference', forcedColors: 'none' });
    await expect(particles(page)).toHaveAttribute('data-particles', '80');
    await page.emulateMedia(media);
    await expect(canvas(page)).toHaveCount(0);
  }
});

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
