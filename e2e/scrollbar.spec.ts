import { PUBLIC_PAGES } from './support/routes.ts';
import { expect, test } from './support/test.ts';

// Playwright hides scrollbars otherwise, and so what the room that they take does to a page.
test.use({
  launchOptions: [
    ({ launchOptions }, use) => use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
    { scope: 'worker' },
  ],
});

test('no page is wider than the room beside a scrollbar', async ({ page }) => {
  for (const { path } of PUBLIC_PAGES) {
    await page.goto(path);
    const widths = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return { scrollWidth, clientWidth, window: innerWidth };
    });
    expect(widths.clientWidth, 'the scrollbar takes room').toBeLessThan(widths.window);
    expect.soft(widths.scrollWidth, path).toBe(widths.clientWidth);
  }
});
