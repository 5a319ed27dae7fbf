import type { Page } from '@playwright/test';
import { DEVELOPER_TOOLS } from '#content/features/devtools-guard.ts';
import { PAGES } from '#content/page-paths.ts';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { signInPanel } from '#e2e/support/account.ts';
import { openAtRest } from '#e2e/support/hydrated.ts';
import { expect, test } from '#e2e/support/test.ts';

const OUTER = { width: 1280, height: 840 };
const TOOLBARS = 90;
const INNER = { width: OUTER.width, height: OUTER.height - TOOLBARS };
/** The part of the page that is left beside developer tools docked at the right. */
const BESIDE_TOOLS = { ...INNER, width: 800 };

/** Opens a page with a fake clock, and waits until the guard runs. Returns the dialogs that the guard opens. */
async function openGuarded(page: Page, path: string): Promise<string[]> {
  const said: string[] = [];
  page.on('dialog', async (dialog) => {
    said.push(`${dialog.type()}: ${dialog.message()}`);
    await dialog.accept();
  });
  await page.clock.install({ time: '2026-03-03T05:42:00Z' });
  await openAndWait(page, () => page.goto(path));
  return said;
}

/** Opens a page and waits until the guard runs: from then on it blocks a key. */
async function openAndWait(page: Page, open: () => Promise<unknown>): Promise<void> {
  await open();
  const isLetThrough = () =>
    page.evaluate(() =>
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'F12', cancelable: true })),
    );
  await expect.poll(isLetThrough).toBe(false);
}

const REACTION = `alert: ${DEVELOPER_TOOLS}`;

test('docked developer tools cause one alert and one reload, and none if tools of the same size open again in the tab', async ({
  page,
}) => {
  await sizeWindow(page, OUTER, INNER);
  const said = await openGuarded(page, PAGES.home);
  await page.clock.runFor(3_000);
  expect(said).toEqual([]);

  const reloaded = page.waitForEvent('load');
  await openAndWait(page, async () => {
    await sizeWindow(page, OUTER, BESIDE_TOOLS);
    // The reload ends the document that the fake clock belongs to, so the call may fail.
    await page.clock.runFor(3_000).catch(() => undefined);
    await reloaded;
  });
  expect(said).toEqual([REACTION]);
  await page.clock.runFor(120_000);
  await openAndWait(page, () => page.goto(PAGES.auth));
  for (const size of [INNER, BESIDE_TOOLS]) {
    await sizeWindow(page, OUTER, size);
    await page.clock.runFor(5_000);
  }
  expect(said).toEqual([REACTION]);
});

// features/devtools-guard/web/blocked-input.test.ts tests which keys are blocked, and where.
test('the guard blocks keys and the context menu, except the menu of links, selected text and fields', async ({
  page,
}) => {
  const fates = await watchFates(page);
  await openGuarded(page, PAGES.auth);
  await page.keyboard.press('F12');
  await page.keyboard.press('F5');
  const heading = page.getByRole('heading', { level: 1 });
  await heading.click({ button: 'right' });
  await heading.selectText();
  await heading.click({ button: 'right' });
  await page.getByRole('contentinfo').getByRole('link').first().click({ button: 'right' });
  const email = signInPanel(page).getByLabel(AUTH_WORDS.email);
  await email.click({ button: 'right' });
  await email.press('F12');
  expect(await fates()).toEqual([
    ...['keydown blocked', 'keydown free', 'contextmenu blocked'],
    ...['contextmenu free', 'contextmenu free', 'contextmenu free', 'keydown blocked'],
  ]);
  await email.press('Shift+I');
  await expect(email).toHaveValue('I');
});

test('with DEVTOOLS_GUARD off, nothing is blocked and the script of the guard is not loaded', async ({
  page,
}) => {
  const guards: string[] = [];
  page.on('request', (request) => {
    if (/\/assets\/devtools-guard-/.test(request.url())) guards.push(request.url());
  });
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
  expect(guards).toEqual([]);
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

type Size = { readonly width: number; readonly height: number };

/**
 * Gives a window and the page inside it different sizes, as toolbars and docked tools do, because Playwright's own viewport
 * keeps them equal. The sizes last over reloads.
 */
async function sizeWindow(page: Page, outer: Size, inner: Size): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const { windowId } = await browser.send('Browser.getWindowForTarget');
  await browser.send('Browser.setWindowBounds', { windowId, bounds: outer });
  await browser.send('Emulation.setDeviceMetricsOverride', {
    ...inner,
    deviceScaleFactor: 1,
    mobile: false,
  });
}
