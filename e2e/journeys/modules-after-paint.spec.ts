import { PAGES } from '#content/page-paths.ts';
import { expect, test } from '#e2e/support/test.ts';

/** See docs/decisions/0055-how-a-page-loads.md. */
test('a page is painted before it asks for what React runs on, and takes each script once', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  // Without its style, nothing is painted.
  let passStyle = () => {};
  const styleAsked = new Promise<void>((resolve) => {
    void page.route(/\.css$/, async (route) => {
      const passed = new Promise<void>((pass) => {
        passStyle = pass;
      });
      resolve();
      await passed;
      await route.continue();
    });
  });
  await page.goto(PAGES.home, { waitUntil: 'commit' });
  await styleAsked;
  // The last that the head asks for: preloads of scripts would stand before it.
  await expect.poll(() => asked.filter((path) => path.endsWith('.woff2'))).toHaveLength(2);
  const isEntry = (path: string) => path.startsWith('/assets/entry.client-');
  expect(asked.filter(isEntry)).toEqual([]);
  passStyle();
  await expect.poll(() => asked.filter(isEntry)).toHaveLength(1);
  await page.getByTestId('theme-switch').click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', /./);
  const scripts = asked.filter((path) => path.endsWith('.js'));
  expect(scripts).toEqual([...new Set(scripts)]);
});
