import type { Page } from '@playwright/test';
import { WINDOW_ERROR } from '#content/features/client-errors.ts';
import { PAGES } from '#content/page-paths.ts';
import { holdBack, SCRIPTS } from '#e2e/support/network-edge.ts';
import { expect, test } from '#e2e/support/test.ts';
import { CLIENT_ERRORS } from '#features/client-errors/contract.ts';

/** Collects dialogs and error reports of the page. Closes each dialog at once, so that the page continues. */
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

/** A script on this site, so that its errors count as the site’s own. */
const SCRIPT = '/assets/on-purpose.js';

async function throwInScript(page: Page, message: string): Promise<void> {
  await page.route(`**${SCRIPT}?*`, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `setTimeout(() => { throw new Error(${JSON.stringify(message)}); });`,
    }),
  );
  await page.evaluate((address) => void import(address), `${SCRIPT}?${encodeURIComponent(message)}`);
}

test('two errors on a page, the first before its scripts have loaded, show one alert and send two reports', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble('first on purpose');
  expectTrouble('second on purpose');
  const { dialogs, reports } = listen(page);
  const letScripts = await holdBack(page, SCRIPTS);
  await page.goto(`${PAGES.authVerify}?token=sample-secret`, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const message of ['first on purpose', 'second on purpose']) {
    const answered = reportAnswer(page);
    await throwInScript(page, message);
    expect((await answered).status()).toBe(204);
    await letScripts();
  }
  await expect.poll(() => dialogs).toEqual([`alert: ${WINDOW_ERROR}`]);
  expect(reports).toMatchObject([
    { kind: 'error', message: 'Uncaught Error: first on purpose', path: PAGES.authVerify },
    { kind: 'error', message: 'Uncaught Error: second on purpose', path: PAGES.authVerify },
  ]);
  expect(JSON.stringify(reports)).not.toContain('sample-secret');

  // After a reload the alert may be shown again.
  await page.reload();
  await throwInScript(page, 'first on purpose');
  await expect.poll(() => dialogs).toHaveLength(2);
});
