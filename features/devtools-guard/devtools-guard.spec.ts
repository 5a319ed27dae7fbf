import type { Page } from '@playwright/test';
import { PAGES } from '#content/page-paths.ts';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { signInPanel } from '#e2e/support/account.ts';
import { openAtRest } from '#e2e/support/loading.ts';
import { expect, test } from '#e2e/support/test.ts';

test('the guard blocks keys and most context menus', async ({ page }) => {
  const fates = await watchFates(page);
  await page.goto(PAGES.auth);
  const isLetThrough = () =>
    page.evaluate(() =>
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'F12', cancelable: true })),
    );
  await expect.poll(isLetThrough, 'the guard has started').toBe(false);
  await page.keyboard.press('F12');
  await page.keyboard.press('F5');
  const heading = page.getByRole('heading', { level: 1 });
  await heading.click({ button: 'right' });
  await heading.selectText();
  await heading.click({ button: 'right' });
  await page.getByRole('contentinfo').getByRole('link').first().click({ button: 'right' });
  const email = signInPanel(page).getByLabel(AUTH_WORDS.email);
  await email.click({ button: 'right' });
  expect(await fates()).toEqual([
    ...['keydown blocked', 'keydown free', 'contextmenu blocked'],
    ...['contextmenu free', 'contextmenu free', 'contextmenu free'],
  ]);
  await email.press('Shift+I');
  await expect(email).toHaveValue('I');
});

test('with DEVTOOLS_GUARD off, nothing is blocked or loaded', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.route(PAGES.home, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace('"devtoolsGuard":true', '"devtoolsGuard":false');
    await route.fulfill({ response: answer, body });
  });
  const fates = await watchFates(page);
  await openAtRest(page, PAGES.home);
  await page.keyboard.press('F12');
  await page.getByRole('heading', { level: 1 }).click({ button: 'right' });
  expect(await fates()).toEqual(['keydown free', 'contextmenu free']);
  expect(requests.filter((url) => url.includes('/assets/devtools-guard-'))).toEqual([]);
});

/** Records whether each key press and context menu was blocked, after every listener of the page has seen it. */
async function watchFates(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const fates: string[] = [];
    Object.assign(window, { fates });
    for (const kind of ['keydown', 'contextmenu']) {
      addEventListener(kind, (event) => {
        const isModifier = event instanceof KeyboardEvent && ['Control', 'Shift', 'Alt'].includes(event.key);
        if (event.isTrusted && !isModifier)
          fates.push(`${kind} ${event.defaultPrevented ? 'blocked' : 'free'}`);
      });
    }
  });
  return () => page.evaluate(() => (window as unknown as { fates: string[] }).fates);
}
