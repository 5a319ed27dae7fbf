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

/**
 * The URL of the script that `throwInScript` serves. It is on this site, so that errors of the script count as the site’s own.
 */
const SCRIPT = '/assets/on-purpose.js';

/** Loads a script of this site that throws an error. */
async function throwInScript(page: Page): Promise<void> {
  const body = `setTimeout(() => { throw new Error('on purpose'); });`;
  await page.route(`**${SCRIPT}`, (route) => route.fulfill({ contentType: 'text/javascript', body }));
  await page.evaluate((address) => void import(address), SCRIPT);
}

// watch-errors.test.ts tests which errors are reported, and with which texts.
test('an error before the scripts of a page have loaded shows an alert and sends a report, and so does an error after a reload', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble('on purpose');
  const { dialogs, reports } = listen(page);
  const letScripts = await holdBack(page, SCRIPTS);
  await page.goto(`${PAGES.authVerify}?token=sample-secret`, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const answered = page.waitForResponse((answer) => new URL(answer.url()).pathname === CLIENT_ERRORS);
  await throwInScript(page);
  expect((await answered).status()).toBe(204);
  await expect.poll(() => dialogs).toEqual([`alert: ${WINDOW_ERROR}`]);
  const error = { kind: 'error', message: 'Uncaught Error: on purpose', path: PAGES.authVerify };
  expect(reports).toMatchObject([error]);
  expect(JSON.stringify(reports)).not.toContain('sample-secret');

  await letScripts();
  await page.reload();
  await throwInScript(page);
  await expect.poll(() => dialogs).toHaveLength(2);
  await expect.poll(() => reports).toMatchObject([error, error]);
});
