import type { Page } from '@playwright/test';
import { ALERTS } from '#content/guard.ts';
import { CLIENT_ERRORS, PAGES } from '#contract/paths.ts';
import { openHydrated } from '../support/hydrated.ts';
import { holdBack, SCRIPTS } from '../support/network-edge.ts';
import { expect, test } from '../support/test.ts';

/** Collects dialogs and reports; the page goes on as if each dialog was closed at once. */
function listen(page: Page) {
  const dialogs: string[] = [];
  const reports: { kind: string; message: string; path: string }[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(`${dialog.type()}: ${dialog.message()}`);
    return dialog.accept();
  });
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === CLIENT_ERRORS) reports.push(request.postDataJSON());
  });
  return { dialogs, reports };
}

const reportAnswer = (page: Page) =>
  page.waitForResponse((answer) => new URL(answer.url()).pathname === CLIENT_ERRORS);

const throwInTimer = (page: Page, message: string) =>
  page.evaluate((text) => {
    setTimeout(() => {
      throw new Error(text);
    });
  }, message);

test('two errors: one alert, two reports that the server takes', async ({ page, expectTrouble }) => {
  expect(ALERTS.windowError).toBe('Error loading page');
  expectTrouble('first on purpose');
  expectTrouble('second on purpose');
  const { dialogs, reports } = listen(page);
  await page.goto(`${PAGES.authVerify}?token=sample-secret`);
  for (const message of ['first on purpose', 'second on purpose']) {
    const answered = reportAnswer(page);
    await throwInTimer(page, message);
    expect((await answered).status()).toBe(204);
  }
  await expect.poll(() => dialogs).toEqual(['alert: Error loading page']);
  expect(reports).toMatchObject([
    { kind: 'error', message: 'Uncaught Error: first on purpose', path: PAGES.authVerify },
    { kind: 'error', message: 'Uncaught Error: second on purpose', path: PAGES.authVerify },
  ]);
  expect(JSON.stringify(reports)).not.toContain('sample-secret');

  // Another page load may say it again.
  await page.reload();
  await throwInTimer(page, 'first on purpose');
  await expect.poll(() => dialogs).toHaveLength(2);
});

test('an error before any script has arrived', async ({ page, expectTrouble }) => {
  expectTrouble('early on purpose');
  const { dialogs } = listen(page);
  await holdBack(page, SCRIPTS);
  await page.goto(PAGES.home, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const answered = reportAnswer(page);
  await throwInTimer(page, 'early on purpose');
  expect((await answered).status()).toBe(204);
  await expect.poll(() => dialogs).toEqual(['alert: Error loading page']);
});

test('a rejection that nobody heard: a report, no alert', async ({ page, expectTrouble }) => {
  expectTrouble('unheard on purpose');
  const { dialogs, reports } = listen(page);
  await page.goto(PAGES.home);
  const answered = reportAnswer(page);
  await page.evaluate(() => {
    Promise.reject(new Error('unheard on purpose'));
  });
  expect((await answered).status()).toBe(204);
  expect(reports).toMatchObject([{ kind: 'rejection', message: 'Error: unheard on purpose' }]);
  expect(dialogs).toEqual([]);
});

test('extensions, opaque errors and ResizeObserver notices count for nothing', async ({ page }) => {
  const { dialogs, reports } = listen(page);
  await page.goto(PAGES.home);
  const notices = await page.evaluate(async () => {
    const filename = 'chrome-extension://abcdefgh/content.js';
    dispatchEvent(
      new ErrorEvent('error', { message: 'Uncaught TypeError: x', filename, error: new TypeError('x') }),
    );
    dispatchEvent(new ErrorEvent('error', { message: 'Script error.' }));
    // A real one: each look at the size changes it.
    const notice = new Promise<string>((resolve) => {
      addEventListener('error', (event) => resolve(event.message), { once: true });
    });
    const box = document.body.appendChild(document.createElement('div'));
    new ResizeObserver(() => {
      box.style.height = `${box.offsetHeight + 1}px`;
    }).observe(box);
    const message = await notice;
    box.remove();
    await new Promise((resolve) => setTimeout(resolve));
    return message;
  });
  expect(notices).toContain('ResizeObserver loop');
  expect(dialogs).toEqual([]);
  expect(reports).toEqual([]);
});

test('a page that breaks while it is drawn says so itself', async ({ page, expectTrouble }) => {
  expectTrouble('broken on purpose');
  const { dialogs } = listen(page);
  await page.route(/\/assets\/auth-[\w-]+\.js$/, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export default () => { throw new Error("broken on purpose"); }',
    }),
  );
  await openHydrated(page, PAGES.home);
  await page.getByRole('main').getByRole('link', { name: 'Get Started' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong.');
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  expect(dialogs).toEqual([]);
});
