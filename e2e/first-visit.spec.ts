import type { Page } from '@playwright/test';
import { PAGES } from '#contract/paths.ts';
import { PUBLIC_PAGES } from './support/routes.ts';
import { expect, test } from './support/test.ts';

/** Each screen is a chunk named like its route; the rest of what a page loads are parts that it shares. */
const SCREENS = ['home', 'article', 'document', 'profile', 'verify', 'reset', 'callback', 'not-found'].concat(
  PUBLIC_PAGES.map(({ path }) => path.slice(1)),
);
const DOCUMENTS: readonly string[] = [PAGES.license, PAGES.cookiePolicy];
/** It counts the people of the team. */
const ALSO: Readonly<Record<string, string>> = { [PAGES.about]: 'team' };

/** Parts that only come when they are asked for, or once the page is idle. */
const LATER = [
  'chat-widget',
  'devtools-guard',
  'report-visit',
  'particles-canvas',
  'particles',
  'home-blocks',
];

for (const { path } of PUBLIC_PAGES) {
  test(`${path} transfers nothing that it does not use`, async ({ page }) => {
    await holdIdle(page);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    const own = DOCUMENTS.includes(path) ? 'document' : path.slice(1) || 'home';
    // Scripts wait for the first paint, and the line may be at rest until then.
    const arrived = page.waitForRequest((request) => chunkName(new URL(request.url()).pathname) === own);
    await page.goto(path);
    await arrived;
    await page.waitForLoadState('networkidle');

    const scripts = requests.filter((name) => name.endsWith('.js')).map(chunkName);
    expect(scripts).toContain(own);
    const strange = [...SCREENS, ...LATER].filter(
      (name) => scripts.includes(name) && name !== own && name !== ALSO[path],
    );
    expect(strange, 'scripts of other pages, or of later').toEqual([]);
    if (path === PAGES.home) expect(scripts, 'parts that only other pages need').not.toContain('pages');

    const fonts = requests.filter((name) => name.endsWith('.woff2'));
    const isLatin = (name: string) => name.includes('-latin-');
    expect(fonts.filter(isLatin).length, 'a text and a display font').toBe(2);
    const hasPrices = (await page.getByRole('main').innerText()).includes('₹');
    expect(
      fonts.some((name) => name.includes('-rupee-')),
      'the rupee sign',
    ).toBe(hasPrices);
    expect(
      fonts.filter((name) => name.includes('-more-')),
      'signs that only some articles have',
    ).toEqual([]);
    const used = await page.evaluate(() =>
      [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
    );
    // The fallbacks are fonts of this machine with adjusted sizes.
    expect([...new Set(used)].filter((family) => !family.endsWith('fallback')).sort()).toEqual([
      'Bricolage Grotesque',
      'Inter',
    ]);

    const images = requests.filter((name) => /\.(?:png|webp|avif|jpg|svg|ico)$/.test(name));
    const shown = await page.evaluate(() =>
      [...document.images].map(({ currentSrc }) => new URL(currentSrc).pathname),
    );
    expect(
      images.filter((name) => !shown.includes(name) && name !== '/favicon.svg'),
      'images that are not shown',
    ).toEqual([]);
  });
}

test('what can wait arrives after idle, and the particles only where they fly', async ({ page }) => {
  for (const path of [PAGES.home, PAGES.privacy]) {
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(chunkName(new URL(request.url()).pathname)));
    await page.goto(path);
    await expect(page.getByTestId('chat-button')).toBeVisible();
    const flies = path === PAGES.privacy;
    if (flies) await expect(page.locator('[data-particles]')).toHaveCount(1);
    expect(scripts).toEqual(expect.arrayContaining(['chat-widget', 'devtools-guard', 'report-visit']));
    expect(scripts).not.toContain('home-blocks');
    expect(scripts.includes('particles'), path).toBe(flies);
    expect(scripts.includes('particles-canvas'), path).toBe(flies);
  }
});

/** The page never gets idle: what it loads now is what it loads first. */
async function holdIdle(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
}

function chunkName(path: string): string {
  return path.replace(/^\/assets\//, '').replace(/-[\w-]{8}\.js$/, '');
}
