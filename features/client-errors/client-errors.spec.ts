import type { Page } from '@playwright/test';
import { WINDOW_ERROR } from '#content/features/client-errors.ts';
import { PAGES } from '#content/page-paths.ts';
import { holdBack, SCRIPTS } from '#e2e/support/loading.ts';
import { expect, test } from '#e2e/support/test.ts';
import { CLIENT_ERRORS } from '#features/client-errors/contract.ts';

/** Loads a script of this site that throws an error. */
async function throwInScript(page: Page): Promise<void> {
  const path = '/assets/on-purpose.js';
  const body = `setTimeout(() => { throw new Error('on purpose'); });`;
  await page.route(`**${path}`, (route) => route.fulfill({ contentType: 'text/javascript', body }));
  await page.evaluate((address) => void import(address), path);
}

test('a script error is shown to the visitor and reported to the server, even before the page’s scripts load', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble('on purpose');
  const dialogs: string[] = [];
  const reports: unknown[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    return dialog.accept();
  });
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === CLIENT_ERRORS) reports.push(request.postDataJSON());
  });
  const letScripts = await holdBack(page, SCRIPTS);
  await page.goto(`${PAGES.authVerify}?token=sample-secret`, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const answered = page.waitForResponse((answer) => new URL(answer.url()).pathname === CLIENT_ERRORS);
  await throwInScript(page);
  expect((await answered).status()).toBe(204);
  await expect.poll(() => dialogs).toEqual([WINDOW_ERROR]);
  const error = { kind: 'error', message: 'Uncaught Error: on purpose', path: PAGES.authVerify };
  expect(reports).toMatchObject([error]);
  expect(JSON.stringify(reports)).not.toContain('sample-secret');

  await letScripts();
  await page.reload();
  await throwInScript(page);
  await expect.poll(() => dialogs).toHaveLength(2);
  await expect.poll(() => reports).toMatchObject([error, error]);
});
