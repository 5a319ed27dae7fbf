import type { Locator, Page } from '@playwright/test';
import { BLOG_WORDS } from '#content/blog.ts';
import { BRAND } from '#content/brand.ts';
import { HOME } from '#content/home.ts';
import { PAGES } from '#content/page-paths.ts';
import { PRICING } from '#content/pricing.ts';
import { NOT_ARRIVED, NOT_FOUND, SHELL_WORDS } from '#content/shell.ts';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { WHY_US } from '#content/why-us.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { DESK, PHONE } from '#e2e/support/accessible.ts';
import { signInPanel } from '#e2e/support/account.ts';
import {
  cutOff,
  holdBack,
  OFFLINE_LINE,
  openAtRest,
  openHydrated,
  refusedLine,
  SCRIPTS,
} from '#e2e/support/loading.ts';
import { test as signedIn } from '#e2e/support/signed-in.ts';
import { expect, test } from '#e2e/support/test.ts';

test('the not-found page offers links to other pages, even for an invalid path', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(refusedLine(404));
  expectTrouble('could not be decoded');
  await openHydrated(page, '/%E0%A4%A');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(NOT_FOUND.title);
  const back = page.getByRole('button', { name: NOT_FOUND.back });
  await expect(back, 'this tab has no earlier page').toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: NOT_FOUND.contact }).click();
  await expect(page).toHaveURL(PAGES.contact);
  await openHydrated(page, '/no/such/page');
  await back.click();
  await expect(page).toHaveURL(PAGES.contact);
  await openHydrated(page, '/prcing');
  await page.getByRole('main').getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveURL(PAGES.pricing);
});

/** Returns the text that CSS shows in an element before the page's scripts run. */
const wordsBefore = (part: Locator) =>
  part.evaluate((element) => getComputedStyle(element, '::before').content);

signedIn('the header knows a signed-in person before any script runs', async ({ page, person }) => {
  const seen = await watchCorner(page);
  const corner = page.getByRole('banner').getByTestId('account-button');
  const letScripts = await holdBack(page, SCRIPTS);
  const letSession = await holdBack(page, ACCOUNT_API.session);
  await page.goto(PAGES.home, { waitUntil: 'commit' });
  await expect(corner).toHaveAccessibleName(`${person.user.name} Account menu`);
  expect(await wordsBefore(corner.locator('.account-initial'))).toBe('"A"');
  await expect(page.getByRole('banner').getByRole('link', { name: SHELL_WORDS.signIn })).toBeHidden();

  await letScripts();
  await expect(corner).toHaveText(`A${person.user.name}Account menu`);
  const confirmed = page.waitForResponse(`**${ACCOUNT_API.session}`);
  await letSession();
  await confirmed;
  expect(await seen()).toEqual(['in']);

  const letSignedIn = await holdBack(page, ACCOUNT_API.session);
  await page.goto(PAGES.auth);
  await expect(signInPanel(page)).toBeHidden();
  expect(await wordsBefore(page.locator('.auth-panels'))).toBe(`"${AUTH_WORDS.checking}"`);
  await letSignedIn();
  await expect(page).toHaveURL(PAGES.profile);
});

signedIn('no page asks a signed-in person to create an account', async ({ page, person }) => {
  await page.setViewportSize(PHONE);
  const letScripts = await holdBack(page, SCRIPTS);
  await page.goto(PAGES.home, { waitUntil: 'commit' });
  const { button, signedIn: known } = HOME.closing;
  const main = page.getByRole('main');
  const expectKnown = async () => {
    await expect(main.getByRole('link', { name: button, exact: true })).toHaveCount(0);
    await expect(main.getByRole('link', { name: known.button })).toBeVisible();
    await expect(main.getByRole('heading', { name: known.title, exact: true })).toBeVisible();
    await expect(main.getByText(HOME.hero.lead)).toBeVisible();
  };
  await expectKnown();
  await letScripts();
  const initial = page.getByRole('banner').getByRole('link', { name: SHELL_WORDS.viewProfile });
  await expect(initial).toHaveText('A');
  await expectKnown();
  for (const path of [PAGES.comingSoon, PAGES.community]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const asked = main.locator(`a[href="${PAGES.auth}?view=create"]`);
    await expect(asked.filter({ visible: true }), path).toHaveCount(0);
  }
  await initial.click();
  await expect(page.getByTestId('profile-name')).toHaveText(person.user.name);
});

test('the loading overlay stays until the next page is shown, and for at least 1.4 seconds', async ({
  page,
}) => {
  const overlay = page.getByTestId('loading-overlay');
  await page.clock.install({ time: '2026-03-03T05:42:00Z' });
  await openHydrated(page, PAGES.home);
  await page.clock.pauseAt('2026-03-03T05:43:00Z');
  const letPricing = await holdBack(page, /\/assets\/pricing-[\w-]{8}\.js$/);
  const slow = page.getByRole('banner').locator(`a[href="${PAGES.pricing}"]`);
  await slow.click();
  await expect(slow).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByText(SHELL_WORDS.opening)).toBeAttached();
  await page.clock.runFor(3_000);
  await expect(overlay).toBeVisible();
  await letPricing();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).toHaveURL(PAGES.pricing);
  await expect(overlay).toHaveCount(0);
  await expect(slow).not.toHaveAttribute('aria-busy');

  await page.getByRole('banner').getByRole('link').first().click();
  await page.clock.runFor(2_000);
  await expect(page).toHaveURL(PAGES.home);
  await expect(overlay).toHaveCount(0);
  const link = page.getByRole('main').getByRole('link', { name: HOME.closing.button });
  await link.scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await link.click();
  await expect(overlay).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(AUTH_WORDS.create.title);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.clock.runFor(1_300);
  await expect(overlay).toBeVisible();
  await page.clock.runFor(200);
  await expect(overlay).toHaveCount(0);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goBack();
  await expect(overlay).toBeVisible();
  const moving = await overlay.evaluate((element) =>
    [element, ...element.querySelectorAll('*')]
      .map((part) => getComputedStyle(part).animationName)
      .filter((name) => name !== 'none'),
  );
  expect(moving, 'nothing moves').toEqual([]);
  await page.clock.runFor(1_500);
  await expect(overlay).toHaveCount(0);
});

test('a link clicked without a connection can be opened once the connection is back', async ({
  page,
  context,
  expectTrouble,
}) => {
  expectTrouble(OFFLINE_LINE);
  await openAtRest(page, PAGES.home);
  await context.setOffline(true);
  const link = page.getByRole('banner').locator(`a[href="${PAGES.pricing}"]`);
  const title = page.getByRole('heading', { level: 1 });
  // A dismissed notification stays for a second, but is inert.
  const shown = page.locator('[data-testid="toast"]:not([inert])');
  const notice = shown.filter({ hasText: NOT_ARRIVED.offline });
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(notice).toBeVisible();
  await expect(title).toHaveText(HOME.hero.title);
  await expect(page.getByTestId('loading-overlay')).toHaveCount(0);
  await expect(link).toBeFocused();
  await page.setViewportSize(PHONE);
  expect(await shown.evaluate(findCovered), 'on a phone, it covers no button').toEqual([]);
  await page.setViewportSize(DESK);
  await notice.getByRole('button', { name: NOT_ARRIVED.again }).click();
  await expect(notice).toHaveCount(1);
  await expect(page).toHaveURL(PAGES.home);
  await context.setOffline(false);
  await expect(notice).toHaveCount(0);
  await shown.filter({ hasText: NOT_ARRIVED.back }).getByRole('button', { name: NOT_ARRIVED.open }).click();
  await expect(page).toHaveURL(PAGES.pricing);
});

test('going back without a connection shows an error page with a button to try again', async ({
  page,
  context,
  expectTrouble,
}) => {
  expectTrouble(OFFLINE_LINE);
  const title = page.getByRole('heading', { level: 1 });
  await openAtRest(page, PAGES.blog);
  await page.getByRole('banner').locator(`a[href="${PAGES.pricing}"]`).click();
  await expect(title).toContainText(PRICING.title);
  // The request for the page's data fails too, because otherwise the browser's cache could answer it.
  const data = `${PAGES.blog}.data*`;
  await cutOff(page, data);
  await context.setOffline(true);
  await page.goBack();
  await expect(title).toHaveText(NOT_ARRIVED.title);
  await expect(page).toHaveTitle(`${NOT_ARRIVED.title} — ${BRAND.product}`);
  await expect(page.getByRole('alert')).toHaveText(NOT_ARRIVED.offline);
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByTestId('loading-overlay')).toHaveCount(0);
  await context.setOffline(false);
  await page.unroute(`**${data}`);
  await page.getByRole('main').getByRole('button', { name: NOT_ARRIVED.again }).click();
  await expect(title).toContainText(BLOG_WORDS.title);
});

test('the theme follows the system until the visitor chooses a theme, which applies to all tabs', async ({
  page,
}) => {
  const html = page.locator('html');
  const button = page.getByTestId('theme-switch');
  const { theme, nextTheme } = SHELL_WORDS;
  await page.emulateMedia({ colorScheme: 'light' });
  await openHydrated(page, PAGES.home);
  await expect(html).toHaveAttribute('data-theme', 'light');
  const other = await page.context().newPage();
  await openHydrated(other, PAGES.auth);
  await expect(button).toHaveAccessibleName(`${theme.system} ${nextTheme.dark}`);
  await button.press('Enter');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await expect(button).toHaveAccessibleName(`${theme.dark} ${nextTheme.light}`);
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');

  // No script file has loaded yet, so this is the state of the page at its first paint.
  const letScripts = await holdBack(page, SCRIPTS);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(PAGES.home, { waitUntil: 'commit' });
  await expect(html).toHaveAttribute('data-theme-choice', 'dark');
  await button.click();
  await letScripts();
  await expect(button).toHaveAccessibleName(`${theme.system} ${nextTheme.light}`);
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBeNull();
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(html).toHaveAttribute('data-theme', 'light');
});

/** Runs in the page. Returns the links and controls that a notification covers. */
function findCovered(notice: Element): readonly string[] {
  const { top, bottom } = notice.getBoundingClientRect();
  return [...document.querySelectorAll('main :is(a, button, input)')]
    .filter((control) => {
      const box = control.getBoundingClientRect();
      return box.top < bottom && top < box.bottom;
    })
    .map((control) => control.outerHTML);
}

/** Records in every animation frame whether the header shows the account menu. Returns a function that returns the records. */
async function watchCorner(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen = new Set<string>();
    const look = () => {
      const button = document.querySelector('.account-button');
      if (button) seen.add(button.checkVisibility() ? 'in' : 'out');
      requestAnimationFrame(look);
    };
    Object.assign(window, { cornerSeen: seen });
    look();
  });
  return () => page.evaluate(() => [...(window as unknown as { cornerSeen: Set<string> }).cornerSeen]);
}

/** docs/decisions/0055-how-a-page-loads.md explains this order of loading. */
test('a page loads React only after its first paint, and loads each script only once', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  // The first paint waits for the stylesheet.
  const passStyle = await holdBack(page, /\.css$/);
  await page.goto(PAGES.home, { waitUntil: 'commit' });
  // Waits for the two fonts, which are the last requests of the head. Preloads of scripts would come before the fonts.
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

test('a link in the static part of the home page opens the next page without loading a new document', async ({
  page,
}) => {
  await openHydrated(page, PAGES.home);
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(request.url());
  });
  const main = page.getByRole('main');
  const words = await main.innerText();
  const link = main.getByRole('link', { name: WHY_US.reasons[0]?.check.label ?? '' });
  await link.click();
  await expect(page).toHaveURL(PAGES.pricing);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await page.goBack();
  await expect(main.getByRole('heading', { name: WHY_US.title })).toBeVisible();
  await expect.poll(() => main.innerText(), 'the same words, made by React this time').toBe(words);
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(PAGES.pricing);
  expect(documents).toEqual([]);
});
