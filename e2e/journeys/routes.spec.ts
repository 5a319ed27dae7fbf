import type { Page } from '@playwright/test';
import { PAGES } from '#content/page-paths.ts';
import { PRICING } from '#content/pricing.ts';
import { DESK, expectAccessible } from '#e2e/support/accessible.ts';
import { refusedLine } from '#e2e/support/network-edge.ts';
import { PUBLIC_PAGES, ROUTES } from '#e2e/support/routes.ts';
import { expect, test } from '#e2e/support/signed-in.ts';
import { listedPages } from '../../generate/seo/listed-pages.ts';

/**
 * Every route on a phone in the dark and on a desk in the light: status, title, one first heading, nothing wider than
 * the screen (320 px and text at 200 % included), targets large enough, nothing for axe to find; no console message, no
 * failed request, no request to another machine (by the fixture, see support/test.ts). A page loads nothing that it does
 * not use, and can be read without scripts.
 */
const NOBODY = { cookies: [], origins: [] };

/** `your-data` is the screen of `/profile/data`. */
const screenOf = (path: string) => (path === PAGES.rights ? 'rights' : path.slice(1) || 'home');
/** Each screen is a chunk named like its route; the rest of what a page loads are parts that it shares. */
const SCREENS = ['home', 'article', 'document', 'profile', 'verify', 'reset', 'callback', 'not-found'].concat(
  PUBLIC_PAGES.map(({ path }) => screenOf(path)),
);
const DOCUMENTS = listedPages().flatMap(({ kind, path }) => (kind === 'document' ? [path] : []));
/** It counts the people of the team. */
const ALSO: Readonly<Record<string, string>> = { [PAGES.about]: 'team' };
/** Parts that only come when they are asked for, or once the page is idle. */
const LATER = [
  'chat-widget',
  'devtools-guard',
  'report-visit',
  'sketch-player',
  'particles-canvas',
  'tsparticles',
  'home-blocks',
];

const { legend, month, year, saving } = PRICING.period;
/** What is added for visitors with scripts alone; the forms of accounts need them. */
const NEEDS_SCRIPTS: Readonly<Record<string, string>> = {
  [PAGES.pricing]: `${legend} ${month} ${year} ${saving} `,
};

// Each look takes about a second where the processors are shared.
test.describe.configure({ timeout: 90_000 });

for (const { path, title, status = 200, signedIn } of ROUTES) {
  test.describe(path, () => {
    if (!signedIn) test.use({ storageState: NOBODY });

    test('[P-147] is whole and accessible', async ({ page, withoutScripts, expectTrouble }) => {
      if (status === 404) expectTrouble(refusedLine(404));
      const isPublic = PUBLIC_PAGES.some((one) => one.path === path);
      const expectNothingUnused = await watchLoading(page, path);
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(status);
      await expect(page).toHaveTitle(title);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      if (isPublic) {
        await expectNothingUnused();
        await withoutScripts.goto(path);
        await expect(withoutScripts).toHaveTitle(title);
        const text = await wordsOf(withoutScripts);
        expect(text.length).toBeGreaterThan(path === PAGES.auth ? 20 : 200);
        const added = NEEDS_SCRIPTS[path] ?? '';
        if (path !== PAGES.auth) expect((await wordsOf(page)).replace(added, '')).toBe(text);
      }
      await page.emulateMedia({ reducedMotion: 'reduce' });
      // They share one template: its colours in the dark are looked at once.
      const isAnother = DOCUMENTS.indexOf(path) > 0;
      await expectAccessible(page, path, isAnother ? [{ size: DESK, theme: 'light' }] : undefined);
    });
  });
}

async function wordsOf(page: Page): Promise<string> {
  return (await page.getByRole('main').innerText()).replaceAll(/\s+/g, ' ').trim();
}

/** Before a page is opened, as most visitors have it. It never gets idle: what it loads is what it loads first. */
async function watchLoading(page: Page, path: string): Promise<() => Promise<void>> {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const scripts = () => requests.filter((name) => name.endsWith('.js')).map(chunkName);
  const own = DOCUMENTS.includes(path) ? 'document' : screenOf(path);

  return async () => {
    // Scripts wait for the first paint, and the line may be at rest until then.
    await expect.poll(scripts).toContain(own);
    await page.waitForLoadState('networkidle');
    const strange = [...SCREENS, ...LATER].filter(
      (name) => scripts().includes(name) && name !== own && name !== ALSO[path],
    );
    expect(strange, 'scripts of other pages, or of later').toEqual([]);
    if (path === PAGES.home) expect(scripts(), 'parts that only other pages need').not.toContain('pages');

    const fonts = requests.filter((name) => name.endsWith('.woff2'));
    const having = (part: string) => fonts.filter((name) => name.includes(part)).length;
    expect(having('-latin-'), 'a text and a display font').toBe(2);
    const hasPrices = (await page.getByRole('main').innerText()).includes('₹');
    expect(having('-rupee-') > 0, 'the rupee sign').toBe(hasPrices);
    expect(having('-more-'), 'signs that only some articles have').toBe(0);
    const { used, shown } = await page.evaluate(() => ({
      used: [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
      shown: [...document.images].map(({ currentSrc }) => new URL(currentSrc).pathname),
    }));
    // The fallbacks are fonts of this machine with adjusted sizes.
    expect([...new Set(used)].filter((family) => !family.endsWith('fallback')).sort()).toEqual([
      'Bricolage Grotesque',
      'Inter',
    ]);
    const images = requests.filter((name) => /\.(?:png|webp|avif|jpg|svg|ico)$/.test(name));
    expect(
      images.filter((name) => !shown.includes(name) && name !== '/favicon.svg'),
      'images that are not shown',
    ).toEqual([]);
  };
}

function chunkName(path: string): string {
  return path.replace(/^\/assets\//, '').replace(/-[\w-]{8}\.js$/, '');
}
