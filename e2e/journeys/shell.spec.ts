import type { Page } from '@playwright/test';
import { AUTH_WORDS, PROFILE_WORDS } from '#content/account.ts';
import { ACCOUNT_API, PAGES } from '#contract/paths.ts';
import { DESK, PHONE } from '../support/accessible.ts';
import { arriveSignedIn, PASSWORD, signIn, signInPanel } from '../support/account.ts';
import { openHydrated } from '../support/hydrated.ts';
import { cutOff, holdBack, OFFLINE_LINE, refusedLine, SCRIPTS } from '../support/network-edge.ts';
import { expect, test } from '../support/signed-in.ts';
import { uniqueAddress } from '../support/unique-address.ts';

const NOBODY = { cookies: [], origins: [] };

const cornerButton = (page: Page) => page.getByRole('banner').getByTestId('account-button');
const cornerLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Sign In' });

test.describe('the account corner, for someone signed in', () => {
  test('is right before any script, and never changes', async ({ page, person }) => {
    const seen = await watchCorner(page);
    const letScripts = await holdBack(page, SCRIPTS);
    const letSession = await holdBack(page, ACCOUNT_API.session);
    await page.goto(PAGES.home, { waitUntil: 'commit' });
    await expect(cornerButton(page)).toHaveAccessibleName(`${person.user.name} Account menu`);
    expect(
      await cornerButton(page)
        .locator('.account-initial')
        .evaluate((element) => getComputedStyle(element, '::before').content),
    ).toBe('"A"');
    await expect(cornerLink(page)).toBeHidden();

    await letScripts();
    await expect(cornerButton(page)).toHaveText(`A${person.user.name}Account menu`);
    const confirmed = page.waitForResponse(`**${ACCOUNT_API.session}`);
    await letSession();
    await confirmed;
    await expect(cornerButton(page)).toHaveAccessibleName(`${person.user.name} Account menu`);
    expect(await seen()).toEqual(['in']);
  });

  test('stays when the network does not', async ({ page, person, expectTrouble }) => {
    expectTrouble(OFFLINE_LINE);
    await cutOff(page, ACCOUNT_API.session);
    await page.goto(PAGES.profile);
    await expect(page.getByTestId('profile-name')).toHaveText(person.user.name);
    await expect(cornerButton(page)).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('user'))).toContain(person.user.id);
  });
});

test.describe('the account corner, for nobody', () => {
  test.use({ storageState: NOBODY });

  test('is right before any script, and never changes', async ({ page }) => {
    const seen = await watchCorner(page);
    const letScripts = await holdBack(page, SCRIPTS);
    await page.goto(PAGES.home, { waitUntil: 'commit' });
    await expect(cornerLink(page)).toBeVisible();
    await expect(cornerButton(page)).toBeHidden();
    const confirmed = page.waitForResponse(`**${ACCOUNT_API.session}`);
    await letScripts();
    await confirmed;
    await expect(cornerLink(page)).toBeVisible();
    expect(await seen()).toEqual(['out']);
  });
});

test.describe('the account corner, for someone whose session is gone', () => {
  test.use({ storageState: ({ person }, use) => use({ cookies: [], origins: person.state.origins }) });

  test('is corrected once the server has answered', async ({ page }) => {
    const letSession = await holdBack(page, ACCOUNT_API.session);
    await page.goto(PAGES.home);
    await expect(cornerButton(page)).toBeVisible();
    await letSession();
    await expect(cornerLink(page)).toBeVisible();
    await expect(cornerButton(page)).toBeHidden();
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
  });
});

test.describe('signed out', () => {
  test.use({ storageState: NOBODY });

  test('what happens in one tab is followed in the other', async ({ page, mailbox }) => {
    const email = uniqueAddress();
    await arriveSignedIn(page, mailbox, email);
    const other = await page.context().newPage();
    await other.goto(PAGES.profile);
    await expect(other.getByTestId('profile-name')).toBeVisible();

    await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
    await expect(cornerLink(page)).toBeVisible();
    await expect(other).toHaveURL(PAGES.auth);
    await expect(cornerLink(other)).toBeVisible();

    await signIn(other, email);
    await expect(other).toHaveURL(PAGES.homeAlias);
    await expect(cornerButton(page)).toBeVisible();
  });

  test('the loading overlay: 1.4 seconds, on the way to another page only', async ({ page }) => {
    const overlay = page.getByTestId('loading-overlay');
    await page.clock.install({ time: '2026-03-03T05:42:00Z' });
    await openHydrated(page, PAGES.home);
    await page.clock.pauseAt('2026-03-03T05:43:00Z');
    await expect(overlay).toHaveCount(0);
    const link = page.getByRole('main').getByRole('link', { name: 'Get Started' });
    await link.scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
    await link.click();
    await expect(overlay).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create Account');
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.clock.runFor(1_300);
    await expect(overlay).toBeVisible();
    await page.clock.runFor(200);
    await expect(overlay).toHaveCount(0);

    // Another view of the same page is no other page.
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Back');
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

  test('a page that is not there', async ({ page, expectTrouble }) => {
    expectTrouble(refusedLine(404));
    await page.goto(PAGES.auth);
    const answer = await openHydrated(page, '/no/such/page');
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("Oops! That page can't be found.");
    await expect(page.getByRole('main')).toContainText(
      'It looks like nothing was found at this location. Maybe try one of the links in the menu or press back to go to the previous page.',
    );
    await page.getByRole('button', { name: 'Go back' }).click();
    await expect(page).toHaveURL(PAGES.auth);
    await page.goto('/no/such/page');
    await page.getByRole('link', { name: 'To the home page' }).click();
    await expect(page).toHaveURL(PAGES.home);
  });

  test('a script that fails to arrive once is asked for again', async ({ page, expectTrouble }) => {
    expectTrouble('Error loading route module');
    expectTrouble(OFFLINE_LINE);
    expectTrouble('Failed to fetch dynamically imported module');
    await openHydrated(page, PAGES.home);
    await page.route(/\/assets\/auth-[\w-]{8}\.js$/, (route) => route.abort('internetdisconnected'), {
      times: 1,
    });
    const loaded = page.waitForEvent('load');
    await cornerLink(page).click();
    await loaded;
    await cornerLink(page).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Back');
  });

  test('back and forward', async ({ page }) => {
    const heading = page.getByRole('heading', { level: 1 });
    await openHydrated(page, PAGES.home);
    await cornerLink(page).click();
    await expect(heading).toHaveText('Welcome Back');
    await page.getByRole('button', { name: 'Create an account' }).click();
    await expect(heading).toHaveText('Create Account');
    await page.goBack();
    await expect(page).toHaveURL(PAGES.home);
    await expect(heading).toHaveText('Innovation fueled by faith');
    await page.goForward();
    await expect(page).toHaveURL(`${PAGES.auth}?view=create`);
    await expect(heading).toHaveText('Create Account');
    await expect(heading).toBeFocused();
  });

  test('the theme follows the system until one is chosen; then it stays', async ({ page }) => {
    const html = page.locator('html');
    const ground = () => html.evaluate((element) => getComputedStyle(element).backgroundColor);
    await page.emulateMedia({ colorScheme: 'light' });
    await openHydrated(page, PAGES.home);
    await expect(html).toHaveAttribute('data-theme', 'light');
    const other = await page.context().newPage();
    await openHydrated(other, PAGES.auth);
    const light = await ground();
    await page.getByRole('button', { name: 'Switch to the dark theme' }).click();
    await expect(html).toHaveAttribute('data-theme', 'dark');
    await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
    const dark = await ground();
    expect(dark).not.toBe(light);

    // Without a single script file, and so before the first paint.
    await holdBack(page, SCRIPTS);
    await page.goto(PAGES.home, { waitUntil: 'commit' });
    await expect(page.getByRole('button', { name: 'Switch to the light theme' })).toBeVisible();
    await expect.poll(ground).toBe(dark);
  });

  test('what is typed and sent before the scripts arrive is not lost', async ({ page, person }) => {
    const letScripts = await holdBack(page, SCRIPTS);
    await page.goto(PAGES.auth, { waitUntil: 'commit' });
    const panel = signInPanel(page);
    await panel.getByLabel('Remember this device').check();
    await signIn(page, person.user.email);
    await expect(page).toHaveURL(PAGES.auth);
    await expect(panel.getByLabel('Email')).toHaveValue(person.user.email);
    await letScripts();
    await expect(page).toHaveURL(PAGES.homeAlias);
    await expect(cornerButton(page)).toHaveAccessibleName(`${person.user.name} Account menu`);
    expect(await page.evaluate(() => localStorage.getItem('rememberDevice'))).toBe('true');
  });

  test('what is pressed before the scripts arrive is done when they do', async ({ page }) => {
    const letScripts = await holdBack(page, SCRIPTS);
    await page.goto(PAGES.auth, { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Forgot Password?' }).click();
    await letScripts();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(['Reset Password']);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  test('the menu opened before the scripts arrive stays, and what is behind it is out of reach then', async ({
    page,
  }) => {
    await page.setViewportSize(PHONE);
    const letScripts = await holdBack(page, SCRIPTS);
    await page.goto(PAGES.home, { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await letScripts();
    await expect(page.locator('#content')).toHaveAttribute('inert');
    await expect(page.getByTestId('side-menu')).toBeVisible();
  });

  test('what is typed into another view before the scripts arrive stays', async ({ page }) => {
    const letScripts = await holdBack(page, SCRIPTS);
    await page.goto(`${PAGES.auth}?view=create`, { waitUntil: 'commit' });
    const panel = page.getByTestId('create-panel');
    await panel.getByLabel('Email').fill('asha@example.com');
    await panel.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await letScripts();
    await expect(page.getByTestId('sign-in-panel')).not.toBeAttached();
    await expect(panel.getByLabel('Email')).toHaveValue('asha@example.com');
    const password = panel.getByLabel('Password', { exact: true });
    await expect(password).toHaveValue(PASSWORD);
    await expect(password).toHaveAccessibleDescription(`Password strength: ${AUTH_WORDS.strength[4]}`);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, storageState: NOBODY });

  test('pages can be read, the menu opens, and signing in says what it needs', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(PAGES.home);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Innovation fueled by faith');
    await expect(page.getByRole('heading', { name: 'Three things we hold on to' })).toBeVisible();
    await expect(page.getByTestId('theme-switch')).toBeHidden();
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await expect(page.getByTestId('side-menu').getByRole('link', { name: 'Pricing' })).toBeVisible();
    await page.getByTestId('side-menu').getByRole('link', { name: 'Sign In' }).click();
    await expect(page).toHaveURL(PAGES.auth);
    // Playwright finds no text inside a noscript.
    const sentence = page.locator('noscript > p');
    await expect(sentence).toBeInViewport();
    expect(await sentence.innerText()).toMatch(/^Signing in needs JavaScript/);
    await expect(page.locator('form:visible')).toHaveCount(0);
    await page.goto(PAGES.profile);
    await expect(page).toHaveURL(PAGES.auth);
    const { origin } = new URL(page.url());
    await page.context().addCookies([{ name: 'session', value: 'of-long-ago', url: origin }]);
    await page.goto(PAGES.profile);
    await expect(sentence).toBeInViewport();
    expect(await page.locator('h1:visible').allInnerTexts()).toEqual([PROFILE_WORDS.pageTitle]);
    await expect(page.locator('.skeleton:visible')).toHaveCount(0);
    await page.setViewportSize(DESK);
    await expect(cornerLink(page)).toBeVisible();
    await expect(cornerButton(page)).toBeHidden();
  });
});

/** Notes in every frame which variant of the corner shows. Answers all that were seen so far. */
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
