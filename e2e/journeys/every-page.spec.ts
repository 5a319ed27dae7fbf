import type { Page, Request } from '@playwright/test';
import { LinkChecker, LinkState } from 'linkinator';
import { ABOUT } from '#content/about.ts';
import { ADDRESS_LINE, BRAND } from '#content/brand.ts';
import { COMING_SOON } from '#content/coming-soon.ts';
import { COMMUNITY } from '#content/community.ts';
import { FEATURES } from '#content/feature-cards.ts';
import { FEATURES_PAGE } from '#content/features-page.ts';
import { HOME } from '#content/home.ts';
import { LONG_TEXT_WORDS } from '#content/long-text.ts';
import { PAGES } from '#content/page-paths.ts';
import { SITE_PAGES } from '#content/pages.ts';
import { PRICING, PRICING_FAQ } from '#content/pricing.ts';
import { PRIVACY, PRIVACY_CARDS } from '#content/privacy.ts';
import { PRODUCTS, PRODUCTS_PAGE } from '#content/products.ts';
import { STORY } from '#content/story.ts';
import { TEAM } from '#content/team.ts';
import { TERMS, TERMS_CARDS } from '#content/terms.ts';
import { VALUES } from '#content/values.ts';
import { VISION } from '#content/vision.ts';
import { WHY_US } from '#content/why-us.ts';
import { CROSSWISE, expectAccessible, ON_PHONE } from '#e2e/support/accessible.ts';
import { openHydrated, refusedLine } from '#e2e/support/loading.ts';
import { PUBLIC_PAGES, ROUTES } from '#e2e/support/routes.ts';
import { test as asPerson } from '#e2e/support/signed-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { listedPages } from '../../generate/seo/listed-pages.ts';

/** The name of a page's screen. `/your-data` has the screen `rights`, because `/profile/data` has `your-data`. */
const screenOf = (path: string) => (path === PAGES.rights ? 'rights' : path.slice(1) || 'home');
/** Each screen is a script named after its route; all other scripts that a page loads are shared parts. */
const SCREENS = ['home', 'article', 'document', 'profile', 'verify', 'reset', 'callback', 'not-found'].concat(
  PUBLIC_PAGES.map(({ path }) => screenOf(path)),
);
const DOCUMENTS = listedPages().flatMap(({ kind, path }) => (kind === 'document' ? [path] : []));
/** The about page also loads the team's script, because the page states the number of team members. */
const ALSO: Readonly<Record<string, string>> = { [PAGES.about]: 'team' };
/** Scripts that load only on demand, or when the page is idle. */
const LATER = /^(?:chat-widget|devtools-guard|report-visit|sketch-player|start-particles|home-blocks)$/;

const { legend, month, year, saving } = PRICING.period;
/** The words of the pricing page that need scripts. */
const NEED_SCRIPTS = `${legend} ${month} ${year} ${saving} `;

const UPDATED = LONG_TEXT_WORDS.updated(BRAND.policyDate);
/** The texts that each page must contain in full. */
const SHOWN: Readonly<Record<string, unknown>> = {
  [PAGES.home]: [
    HOME.closing.contact,
    [VALUES.cards, WHY_US.reasons, VISION.promises, FEATURES.features, STORY.chapters, TEAM.members].map(
      (cards) => cards.map((card) => ('title' in card ? card.title : card.name)),
    ),
  ],
  [PAGES.story]: STORY.chapters,
  [PAGES.vision]: VISION.promises,
  [PAGES.features]: [FEATURES.features, FEATURES_PAGE],
  [PAGES.team]: TEAM.members.length > 0 ? TEAM : [TEAM.page, TEAM.work, TEAM.join],
  [PAGES.about]: ABOUT,
  [PAGES.community]: COMMUNITY,
  [PAGES.product]: [PRODUCTS.map(({ title }) => title), PRODUCTS_PAGE],
  [PAGES.comingSoon]: COMING_SOON,
  [PAGES.pricing]: PRICING_FAQ,
  [PAGES.privacy]: [PRIVACY.short, UPDATED, PRIVACY_CARDS.map(({ title, gist }) => [title, gist])],
  [PAGES.terms]: [TERMS.contact, UPDATED, ADDRESS_LINE, TERMS_CARDS.map(({ title, gist }) => [title, gist])],
};
/** The values under these keys are names of drawings, paths or addresses, which are not shown as text. */
const NO_WORDS = ['icon', 'picture', 'page', 'id', 'href', 'to'];

// These tests get more time, because each accessibility check takes about a second on shared processors.
test.describe.configure({ timeout: 90_000 });

const { home, about, pricing, privacy, blog, contact, auth, profile } = PAGES;
/** One page of each kind of layout. */
const ALIKE: readonly string[] = [home, about, pricing, privacy, blog, contact, auth, profile];
/** Pages that only a mailed link opens, which account.spec.ts checks with incomplete links. */
const BY_MAIL: readonly string[] = [
  PAGES.authVerify,
  PAGES.authReset,
  PAGES.authNotMe,
  PAGES.authAddress,
  PAGES.launchListLeave,
];

/** The fixture in `e2e/support/test.ts` fails on unexpected console messages and requests. */
for (const { path, title, status = 200, signedIn } of ROUTES.filter((one) => !BY_MAIL.includes(one.path))) {
  const check = signedIn ? asPerson : test;
  check(
    `[P-147] ${path} is accessible, loads nothing unused, and shows its content without scripts`,
    async ({ page, withoutScripts, expectTrouble }) => {
      if (status === 404) expectTrouble(refusedLine(404));
      const isPublic = PUBLIC_PAGES.some((one) => one.path === path);
      const expectNothingUnused = await watchLoading(page, path);
      const answer = isPublic ? await openHydrated(page, path) : await page.goto(path);
      expect(answer?.status()).toBe(status);
      await expect(page).toHaveTitle(title);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect(page.locator('meta[name="robots"][content="noindex"]')).toHaveCount(isPublic ? 0 : 1);
      if (isPublic) {
        await expectNothingUnused();
        await withoutScripts.goto(path);
        await expect(withoutScripts).toHaveTitle(title);
        const text = await wordsOf(withoutScripts);
        if (path !== PAGES.auth) expect((await wordsOf(page)).replace(NEED_SCRIPTS, '')).toBe(text);
        await expectBuiltLikeOthers(withoutScripts, path);
      }
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await expectAccessible(page, path, 'html', ALIKE.includes(path) ? CROSSWISE : ON_PHONE);
    },
  );
}

function wordsIn(content: unknown): readonly string[] {
  if (typeof content === 'string') return [content];
  return Object.entries(content ?? {}).flatMap(([key, value]) =>
    NO_WORDS.includes(key) ? [] : wordsIn(value),
  );
}

async function wordsOf(page: Page): Promise<string> {
  return (await page.getByRole('main').innerText()).replaceAll(/\s+/g, ' ').trim();
}

/** Records what a page loads, except what it loads when idle. Call this function before you open the page. */
async function watchLoading(page: Page, path: string): Promise<() => Promise<void>> {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  const requests: string[] = [];
  page.on('request', (request: Request) => requests.push(new URL(request.url()).pathname));
  const scripts = () => requests.filter((name) => name.endsWith('.js')).map(chunkName);
  const own = DOCUMENTS.includes(path) ? 'document' : screenOf(path);

  return async () => {
    await expect.poll(scripts).toContain(own);
    const strange = scripts().filter(
      (name) => LATER.test(name) || (SCREENS.includes(name) && name !== own && name !== ALSO[path]),
    );
    expect(strange, 'scripts of other pages, or of later').toEqual([]);
    if (path === PAGES.home) expect(scripts(), 'parts that only other pages need').not.toContain('pages');

    const shown = await page.evaluate(async () => {
      await document.fonts.ready;
      return [...document.images].map(({ currentSrc }) => new URL(currentSrc).pathname);
    });
    const fonts = requests.filter((name) => name.endsWith('.woff2'));
    const isRupee = (name: string) => name.includes('-rupee-');
    const latin = expect.stringContaining('-latin-');
    expect(
      fonts.filter((name) => !isRupee(name)),
      'a text and a display font',
    ).toEqual([latin, latin]);
    expect(fonts.some(isRupee), 'the rupee sign').toBe((await wordsOf(page)).includes('₹'));
    const images = requests.filter((name) => /\.(?:png|webp|avif|jpg|svg|ico)$/.test(name));
    const unseen = images.filter((name) => !shown.includes(name) && name !== '/favicon.svg');
    expect(unseen, 'images that are not shown').toEqual([]);
  };
}

function chunkName(path: string): string {
  return path.replace(/^\/assets\//, '').replace(/-[\w-]{8}\.js$/, '');
}

/** Only enabled primary buttons may have the gradient `--dawn`. Links in new tabs need `noopener`. A page ends with a link or
 * button. */
async function expectBuiltLikeOthers(page: Page, path: string): Promise<void> {
  const { text, heading, marked, isWayLast, dawns, openers } = await page.evaluate(lookAtParts);
  expect(wordsIn(SHOWN[path]).filter((words) => !text.includes(words))).toEqual([]);
  expect(dawns, 'the gradient of the dawn, but for actions').toEqual([]);
  expect(openers, 'links in new tabs that can reach this tab').toEqual([]);
  const listed = SITE_PAGES.find((one) => one.path === path && path !== PAGES.home);
  if (listed === undefined) return;
  expect(heading.startsWith(`${listed.title}: `)).toBe(true);
  expect(marked).toEqual(Object.keys(listed.menus ?? {}).length > 0 ? [path] : []);
  expect(isWayLast, 'the last section has a link or a button').toBe(true);
}

function lookAtParts() {
  const probe = document.createElement('i');
  probe.style.backgroundImage = 'var(--dawn)';
  document.body.append(probe);
  const dawn = getComputedStyle(probe).backgroundImage;
  probe.remove();
  const hasDawn = (element: Element) =>
    [undefined, '::before', '::after'].some((part) => {
      const { backgroundImage, borderImageSource } = getComputedStyle(element, part);
      return [backgroundImage, borderImageSource].some((image) => image.includes(dawn));
    });
  const words = (element: Element | null) => element?.textContent.replaceAll(/\s+/g, ' ').trim() ?? '';
  const outline = (element: Element) => element.outerHTML.slice(0, 80);
  const main = document.querySelector('main');
  const current = [...document.querySelectorAll('a[aria-current="page"]')];
  const sections = [...(main?.querySelectorAll('section[aria-labelledby], section[aria-label], nav') ?? [])];
  return {
    text: words(main),
    heading: words(document.querySelector('h1')),
    marked: [...new Set(current.map((link) => link.getAttribute('href')))],
    isWayLast: sections.at(-1)?.querySelector('a[href], button') !== null,
    dawns: [...document.querySelectorAll('body *')]
      .filter((element) => hasDawn(element) && !element.matches('.button-dawn:enabled, a.button-dawn'))
      .map(outline),
    openers: [...document.querySelectorAll<HTMLAnchorElement>('a[target="_blank"]')]
      .filter(({ relList }) => !relList.contains('noopener'))
      .map(outline),
  };
}

test('in a window with a vertical scrollbar, no page is too wide', { tag: '@whole-browser' }, async ({
  withoutScripts: page,
}) => {
  for (const path of ALIKE.filter((one) => one !== PAGES.profile)) {
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    const { scrollWidth, clientWidth, window } = await page.evaluate(() => ({
      scrollWidth: document.documentElement.scrollWidth,
      clientWidth: document.documentElement.clientWidth,
      window: innerWidth,
    }));
    expect(clientWidth, 'the scrollbar takes room').toBeLessThan(window);
    expect.soft(scrollWidth, path).toBe(clientWidth);
  }
});

test('every internal link, anchor, image and asset on the pages exists', async ({ baseURL }) => {
  const site = baseURL ?? '';
  const { links } = await new LinkChecker().check({
    path: site,
    recurse: true,
    concurrency: 8,
    checkFragments: true,
    checkCss: true,
    redirects: 'error',
    // Without any session cookie, the profile would redirect to the sign-in page.
    headers: { cookie: 'session=of-long-ago' },
    // Links to other sites are skipped, so that no other machine is contacted.
    linksToSkip: async (link) => !link.startsWith(site),
  });
  const here = links.filter(({ url }) => url.startsWith(site));
  const broken = here.filter(({ state }) => state === LinkState.BROKEN);
  expect(broken.map(({ url, parent, status }) => `${url} on ${parent}: ${status}`)).toEqual([]);
  const reached = new Set(here.map(({ url }) => new URL(url).pathname));
  const unreached = PUBLIC_PAGES.filter(({ path }) => !reached.has(path)).map(({ path }) => path);
  expect(unreached, 'each page is reached from the home page').toEqual([]);
});
