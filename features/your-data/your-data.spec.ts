import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Download, Page } from '@playwright/test';
import { DO_NOT_COUNT_WORDS } from '#content/features/analytics.ts';
import { YOUR_DATA_WORDS } from '#content/features/your-data.ts';
import { PAGES } from '#content/page-paths.ts';
import { PROFILE_WORDS } from '#content/profile.ts';
import { ACCOUNT_API, FORMS_API, pathFor } from '#contract/paths.ts';
import { findByAxe, PHONE } from '#e2e/support/accessible.ts';
import { arriveSignedIn, PASSWORD, post, prove, signInByRequest } from '#e2e/support/account.ts';
import { openHydrated } from '#e2e/support/hydrated.ts';
import { uniqueAddress } from '#e2e/support/mailbox.ts';
import { HOME_SCRIPT, holdBack, refusedLine } from '#e2e/support/network-edge.ts';
import { expect, test } from '#e2e/support/test.ts';
import { PROOF_MISSING } from '#features/accounts/refusals.ts';
import { EVENTS } from '#features/analytics/contract.ts';
import { readExport } from '#server/testing/read-zip.ts';

const EXPORT = YOUR_DATA_WORDS.export;
const BROWSER = YOUR_DATA_WORDS.browser;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const keysIn = (page: Page) =>
  page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].sort());
const contentOf = async (download: Download) => readExport(readFileSync(await download.path()));

test('[P-095] the page “Your data” shows what is stored and exports it after a proof of identity, by keyboard on a phone', async ({
  page,
  baseURL,
}, testInfo) => {
  test.slow();
  await page.setViewportSize(PHONE);
  const email = uniqueAddress();
  await arriveSignedIn(page, email);
  const message = `Kites over ${email}`;
  await page.request.post(pathFor(FORMS_API.submit, 'contact'), {
    data: { name: 'Asha', email, message },
    headers: { origin: baseURL ?? '' },
  });
  await page.getByRole('main').getByRole('link', { name: PROFILE_WORDS.yourData }).press('Enter');
  await expect(page).toHaveURL(PAGES.yourData);
  const count = page.getByTestId('count-submissions');
  await expect(count).toBeHidden();
  await page.getByTestId('security-kept').locator('summary').press('Enter');
  await expect(count).toBeVisible();
  await expect(count).toContainText(/1$/);
  const letThrough = await holdBack(page, ACCOUNT_API.security);
  const submit = page.getByTestId('security-export').getByRole('button');
  await submit.press('Enter');
  await expect(submit).toHaveAttribute('aria-busy', 'true');
  await letThrough();
  const downloading = page.waitForEvent('download');
  await prove(page);
  await expect(page.getByText(EXPORT.started)).toBeVisible();
  await expect(submit).toBeFocused();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^your-data-[\d-]+\.zip$/);
  const { tables, page: readable } = await contentOf(download);
  expect(tables.submissions).toMatchObject([{ message }]);
  await expect(page).toHaveURL(PAGES.yourData);

  // Opens the exported page from the disk, as a person would.
  const file = testInfo.outputPath('your-data.html');
  writeFileSync(file, readable);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(pathToFileURL(file).href);
  await expect(page.getByText(message)).toBeVisible();
  expect(await findByAxe(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test('[P-146] “Your data” deletes the data stored in this browser after a warning, also if another tab is open, but keeps the opt-out from analytics', async ({
  page,
}) => {
  await signInByRequest(page.request, uniqueAddress());
  await page.goto(PAGES.yourData);
  await page.getByRole('checkbox', { name: DO_NOT_COUNT_WORDS.label }).press('Space');
  const another = await page.context().newPage();
  await openHydrated(another, PAGES.pricing);
  await page.reload();
  const part = page.getByTestId('security-browser');
  for (const name of ['session', 'device', 'user', 'doNotCount', 'totalVisits'])
    await expect(part.locator('code', { hasText: name })).toBeAttached();
  await page.getByTestId('theme-switch').click();
  await expect(page.locator('html')).not.toHaveAttribute('data-theme-choice', 'system');
  await button(page, BROWSER.clear).press('Enter');
  await expect(part.locator('code', { hasText: 'theme' })).toBeAttached();
  await expect(button(page, BROWSER.confirm)).toBeFocused();
  await expect(button(page, BROWSER.confirm)).toHaveAccessibleDescription(BROWSER.warning);
  await button(page, BROWSER.cancel).press('Enter');
  await expect(button(page, BROWSER.clear)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByText(BROWSER.done)).toBeVisible();
  await expect(page).toHaveURL(PAGES.home);
  await expect(page.locator('html')).toHaveAttribute('data-theme-choice', 'system');
  await expect(another.locator('html')).not.toHaveAttribute('data-account', 'in');
  expect(await keysIn(page)).toEqual(['doNotCount']);
  expect(await page.context().cookies()).toEqual([]);
});

test('“Your data” also deletes the data stored in this browser in a tab that is older than the site’s newest release', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(refusedLine(404));
  await signInByRequest(page.request, uniqueAddress());
  await page.goto(PAGES.yourData);
  await page.getByTestId('theme-switch').click();
  // The home page then opens as a new document.
  await page.route(HOME_SCRIPT, (route) => route.fulfill({ status: 404 }), { times: 1 });
  await button(page, BROWSER.clear).press('Enter');
  await button(page, BROWSER.confirm).press('Enter');
  await expect(page).toHaveURL(PAGES.home);
  await expect(page.locator('html')).toHaveAttribute('data-theme-choice', 'system');
  expect(await keysIn(page)).toEqual([]);
});

test.describe('the page “Your data” without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('[P-145] is not counted as a visit, and offers a download of everything after a fresh proof of identity', async ({
    page,
    expectTrouble,
  }) => {
    expectTrouble(refusedLine(403));
    const sent: string[] = [];
    page.on('request', (request) => sent.push(new URL(request.url()).pathname));
    await page.goto(`${PAGES.privacy}#${DO_NOT_COUNT_WORDS.id}`);
    await expect(page.getByText(DO_NOT_COUNT_WORDS.lead)).toBeVisible();
    const email = uniqueAddress();
    await signInByRequest(page.request, email);
    await page.goto(PAGES.yourData);
    await button(page, EXPORT.submit).click();
    await expect(page.getByRole('alert')).toHaveText(PROOF_MISSING.message);
    await page.getByRole('link', { name: EXPORT.back }).click();
    await post(page.request, ACCOUNT_API.proof, { password: PASSWORD });
    const downloading = page.waitForEvent('download');
    await button(page, EXPORT.submit).click();
    expect((await contentOf(await downloading)).tables.users).toMatchObject([{ email }]);
    expect(sent).not.toContain(EVENTS);
  });
});
