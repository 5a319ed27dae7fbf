import type { Page } from '@playwright/test';
import { SKETCH } from '#content/features/sketch.ts';
import { PAGES } from '#content/page-paths.ts';
import { findByAxe, painted, setTheme } from '#e2e/support/accessible.ts';
import { holdBack, openAtRest } from '#e2e/support/loading.ts';
import { expect, test } from '#e2e/support/test.ts';

/** A time by which the scripted conversation has ended. */
const ITS_LENGTH_MS = 60_000;

const sketch = (page: Page) => page.getByRole('figure').filter({ hasText: SKETCH.note });
const turns = (page: Page) => sketch(page).getByRole('listitem');
const unsaid = (page: Page) => sketch(page).locator('[data-unsaid]');
const button = (page: Page, name: string) => sketch(page).getByRole('button', { name, exact: true });

test('without JavaScript, the sample conversation is shown completely, and each message is marked with its language', async ({
  newVisitor,
}) => {
  const page = await newVisitor({ javaScriptEnabled: false });
  const letters = page.waitForResponse(/noto-sans-devanagari/);
  for (const path of [PAGES.home, PAGES.comingSoon]) {
    await page.goto(path);
    await expect(turns(page).locator('p')).toHaveText(SKETCH.turns.map(({ words }) => words));
    await expect(turns(page).last()).toHaveCSS('opacity', '1');
    for (const { lang, words } of SKETCH.turns)
      await expect(turns(page).getByText(words)).toHaveJSProperty('lang', lang ?? '');
    await expect(sketch(page).getByRole('button')).toHaveCount(0);
  }
  expect((await letters).status()).toBe(200);
});

/** Expects that the first turn, which is in Hindi, is shown only after `letFont` lets its font load. */
async function expectHiddenUntil(page: Page, letFont: () => void): Promise<void> {
  await expect(turns(page).first()).toHaveCSS('opacity', '0');
  letFont();
  await expect(turns(page).first()).toHaveCSS('opacity', '1');
}

test('with reduced motion, the sample conversation is shown without animation', async ({ page }) => {
  const letFont = await holdBack(page, '**/noto-sans-devanagari*');
  const asked = page.waitForRequest(/noto-sans-devanagari/);
  await page.goto(PAGES.home);
  await turns(page).first().scrollIntoViewIfNeeded();
  await asked;
  await expectHiddenUntil(page, letFont);
  await expect(unsaid(page)).toHaveCount(0);
  await expect(sketch(page).getByRole('button')).toHaveCount(0);
});

test.describe('the sample conversation without reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('loads its script and its Hindi font only when it is scrolled into view', async ({ page }) => {
    await page.setViewportSize({ width: 412, height: 480 });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const player = () => asked.filter((url) => /sketch-player|noto-sans-devanagari/.test(url));
    const letFont = await holdBack(page, '**/noto-sans-devanagari*');
    await openAtRest(page, PAGES.home);
    await expect(turns(page).first()).not.toBeInViewport();
    expect(player()).toEqual([]);
    await turns(page).first().scrollIntoViewIfNeeded();
    await expect.poll(player).toHaveLength(2);
    await expectHiddenUntil(page, letFont);
    await expect(sketch(page).getByRole('button')).toBeVisible();
  });

  test('plays once, and can be paused, resumed and replayed', async ({ page }) => {
    await page.clock.install();
    await page.goto(PAGES.home);
    const height = () => sketch(page).evaluate((element) => element.getBoundingClientRect().height);
    const before = await height();
    await button(page, SKETCH.pause).click();
    await expect(button(page, SKETCH.resume)).toBeFocused();
    for (const theme of ['dark', 'light'] as const) {
      await setTheme(page, theme);
      await painted(page);
      expect(await findByAxe(page, '.sketch', ['color-contrast']), 'what is said can be read').toEqual([]);
    }
    const left = await unsaid(page).count();
    await page.clock.runFor(ITS_LENGTH_MS);
    await expect(unsaid(page)).toHaveCount(left);

    await button(page, SKETCH.resume).press('Enter');
    await expect(async () => {
      await page.clock.runFor(ITS_LENGTH_MS);
      await expect(button(page, SKETCH.replay)).toBeFocused({ timeout: 500 });
    }).toPass();
    await expect(unsaid(page)).toHaveCount(0);
    expect(await height()).toBe(before);

    await button(page, SKETCH.replay).press('Enter');
    await expect(unsaid(page).first()).toBeAttached();
    await expect(turns(page), 'for screen readers all is there').toHaveCount(SKETCH.turns.length);
  });

  test('is shown completely if the script that plays it fails to load', async ({ page, expectTrouble }) => {
    expectTrouble(/sketch-player|Failed to load resource/);
    const failPlayer = Promise.withResolvers<void>();
    await page.route(/sketch-player/, (route) => failPlayer.promise.then(() => route.abort()));
    await page.goto(PAGES.home);
    await expect(turns(page).last()).toHaveCSS('opacity', '0');
    failPlayer.resolve();
    await expect(turns(page).last()).toHaveCSS('opacity', '1');
    await expect(sketch(page).getByRole('button')).toHaveCount(0);
  });
});
