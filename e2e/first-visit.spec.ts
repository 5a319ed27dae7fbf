import type { Page } from '@playwright/test';
import { PAGES } from '#contract/paths.ts';
import { PUBLIC_PAGES } from './support/routes.ts';
import { expect, test } from './support/test.ts';

/** What every page needs: React, the router, the shell. Hashes are left out. */
const SHARED = ['entry.client', 'manifest', 'rolldown-runtime', 'root', 'shared', 'vendor'];

/** Chunks that a page brings besides one named like its own path. */
const OWN: Readonly<Record<string, readonly string[]>> = {};

/** Files that arrive once the page is idle, on every page. */
const AFTER_IDLE = ['chat', 'guard'];
const WITH_PARTICLES: readonly string[] = [PAGES.privacy];

for (const { path } of PUBLIC_PAGES) {
  test(`${path} transfers nothing that it does not use`, async ({ page }) => {
    await holdIdle(page);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.goto(path, { waitUntil: 'networkidle' });

    const scripts = requests.filter((name) => name.endsWith('.js')).map(chunkName);
    const own = path === PAGES.home ? 'home' : path.slice(1);
    const strange = scripts.filter((name) => ![...SHARED, own, ...(OWN[path] ?? [])].includes(name));
    expect(strange, 'scripts of other pages').toEqual([]);

    const fonts = requests.filter((name) => name.endsWith('.woff2'));
    expect(fonts.length, 'a text and a display font').toBe(2);
    const unused = await page.evaluate(() =>
      [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
    );
    expect(unused.sort()).toEqual(['Bricolage Grotesque', 'Inter']);

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
  for (const path of [PAGES.home, ...WITH_PARTICLES]) {
    const later: string[] = [];
    page.on('request', (request) => later.push(chunkName(new URL(request.url()).pathname)));
    await page.goto(path);
    await expect(page.getByTestId('chat-button')).toBeVisible();
    expect(later).toEqual(expect.arrayContaining(AFTER_IDLE));
    expect(later.some((name) => name.startsWith('particles'))).toBe(WITH_PARTICLES.includes(path));
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
