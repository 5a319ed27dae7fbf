import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Download, Page } from '@playwright/test';
import { GRIEVANCE_OFFICER } from '#content/brand.ts';
import { DO_NOT_COUNT_WORDS } from '#content/features/analytics.ts';
import { YOUR_DATA_WORDS } from '#content/features/your-data.ts';
import { REQUESTS, RIGHTS_WORDS } from '#content/features/your-data-rights.ts';
import { RIGHTS_PAGE_WORDS } from '#content/features/your-data-rights-pages.ts';
import { PAGES } from '#content/page-paths.ts';
import { PROFILE_WORDS } from '#content/profile.ts';
import { PAGE_ERRORS } from '#contract/page-errors.ts';
import { ACCOUNT_API, FORMS_API, pathFor } from '#contract/paths.ts';
import { CROSSWISE, expectAccessible, findByAxe, PHONE } from '#e2e/support/accessible.ts';
import { arriveSignedIn, PASSWORD, post, prove, signInByRequest } from '#e2e/support/account.ts';
import { Keyboard } from '#e2e/support/assistive.ts';
import {
  answerWith,
  cutOff,
  HOME_SCRIPT,
  holdBack,
  OFFLINE_LINE,
  openHydrated,
  refusedLine,
} from '#e2e/support/loading.ts';
import { newestLink, newestMail, uniqueAddress } from '#e2e/support/mailbox.ts';
import { expect, test } from '#e2e/support/test.ts';
import { PROOF_MISSING } from '#features/accounts/refusals.ts';
import { EVENTS } from '#features/analytics/contract.ts';
import { YOUR_DATA_API } from '#features/your-data/contract.ts';
import { RIGHTS_API, RIGHTS_FORM, RIGHTS_PAGES } from '#features/your-data/rights-contract.ts';
import { readExport } from '#server/testing/read-zip.ts';

const EXPORT = YOUR_DATA_WORDS.export;
const BROWSER = YOUR_DATA_WORDS.browser;

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
const keysIn = (page: Page) =>
  page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].sort());
const contentOf = async (download: Download) => readExport(readFileSync(await download.path()));

test('[P-095] the page “Your data” shows how much is stored about a person, and exports all of it', async ({
  page,
  expectTrouble,
}, testInfo) => {
  test.slow();
  expectTrouble(refusedLine(502));
  expectTrouble(OFFLINE_LINE);
  await page.setViewportSize(PHONE);
  const email = uniqueAddress();
  await arriveSignedIn(page, email);
  const message = `Kites over ${email}`;
  await post(page.request, pathFor(FORMS_API.submit, 'contact'), { name: 'Asha', email, message });
  await main(page).getByRole('link', { name: PROFILE_WORDS.yourData }).press('Enter');
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
  await answerWith(page, YOUR_DATA_API.export, {}, 502);
  await submit.press('Enter');
  await expect(page.getByText(PAGE_ERRORS.NOT_READY)).toBeVisible();
  await cutOff(page, YOUR_DATA_API.export);
  await submit.press('Enter');
  await expect(page.getByText(PAGE_ERRORS.OFFLINE)).toBeVisible();
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

test('[P-146] the page “Your data” clears the data in the browser, but keeps the choice not to be counted', async ({
  page,
  expectTrouble,
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
  await expect(button(page, BROWSER.cancel)).toBeFocused();
  for (const name of [BROWSER.cancel, BROWSER.confirm])
    await expect(button(page, name)).toHaveAccessibleDescription(BROWSER.warning);
  await page.keyboard.press('Enter');
  await expect(button(page, BROWSER.clear)).toBeFocused();
  await page.keyboard.press('Enter');
  await button(page, BROWSER.confirm).press('Enter');
  await expect(page.getByText(BROWSER.done)).toBeVisible();
  await expect(page).toHaveURL(PAGES.home);
  await expect(page.locator('html')).toHaveAttribute('data-theme-choice', 'system');
  await expect(another.locator('html')).not.toHaveAttribute('data-account', 'in');
  expect(await keysIn(page)).toEqual(['doNotCount']);
  expect(await page.context().cookies()).toEqual([]);

  // In a tab that is older than the newest release, the home page opens as a new document.
  expectTrouble(refusedLine(404));
  await signInByRequest(page.request, uniqueAddress());
  await page.goto(PAGES.yourData);
  await page.route(HOME_SCRIPT, (route) => route.fulfill({ status: 404 }), { times: 1 });
  await button(page, BROWSER.clear).press('Enter');
  await button(page, BROWSER.confirm).press('Enter');
  await expect(page).toHaveURL(PAGES.home);
  expect(await keysIn(page)).toEqual(['doNotCount']);
});

test('[P-145] without JavaScript, a person can download all data and is not counted', async ({
  newVisitor,
  expectTrouble,
}) => {
  const page = await newVisitor({ javaScriptEnabled: false });
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

const { ask, form } = RIGHTS_WORDS;
const { sent } = RIGHTS_PAGE_WORDS;
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('[P-012] a person without an account sees and erases what the site keeps about an address', async ({
  page,
  expectTrouble,
}) => {
  test.slow();
  const { kept, erased } = RIGHTS_PAGE_WORDS;
  await page.setViewportSize(PHONE);
  const email = uniqueAddress();
  const message = `A kite for ${email}`;
  await post(page.request, pathFor(FORMS_API.submit, 'contact'), { name: 'Asha', email, message });
  await newestMail(page, email);
  const keyboard = new Keyboard(page);
  await page.goto(PAGES.privacy);
  await page.getByRole('contentinfo').locator(`a[href="${PAGES.rights}"]`).press('Enter');
  await expect(page).toHaveURL(PAGES.rights);
  await keyboard.tabToAndType(main(page).getByLabel(ask.email, { exact: true }), email);
  await keyboard.press('Enter');
  await expect(heading(page)).toHaveText(ask.asked.title);
  await expect(page, 'so that a reload sends nothing again').toHaveURL(RIGHTS_PAGES.asked);
  await expectAccessible(page, 'rights, asked', 'html', CROSSWISE);
  const link = await newestLink(page, email, 2);
  expect(new URL(link).pathname).toBe(RIGHTS_PAGES.link);

  await page.goto(link);
  await expect(main(page).getByText(message)).toBeVisible();
  await expectAccessible(page, 'rights, kept', 'main');
  const downloading = page.waitForEvent('download');
  await keyboard.tabToAndPress(button(page, kept.download));
  const { tables } = readExport(readFileSync(await (await downloading).path()));
  expect(tables.submissions).toMatchObject([{ message, email }]);

  expectTrouble(refusedLine(422));
  await keyboard.tabToAndPress(button(page, kept.erase.submit));
  const sure = main(page).getByLabel(kept.erase.sure);
  await expect(sure).toBeFocused();
  await expect(sure).toHaveAccessibleDescription(kept.erase.notSure);
  await expect(main(page).getByText(message), 'nothing is erased yet').toBeVisible();
  await expectAccessible(page, 'rights, not ticked', 'main');
  await page.keyboard.press('Space');
  await keyboard.tabToAndPress(button(page, kept.erase.submit));
  await expect(heading(page)).toHaveText(erased.title);
  await expect(main(page).getByText(erased.counts.submissions.replace('{count}', '1'))).toBeVisible();
  await expectAccessible(page, 'rights, erased', 'main');
});

test('a typed data request is kept in the form when the connection is lost, until the request has arrived', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(OFFLINE_LINE);
  const action = pathFor(FORMS_API.submit, RIGHTS_FORM);
  const typed = 'You spelled my name wrong.';
  const message = main(page).getByLabel(form.message, { exact: true });
  await openHydrated(page, PAGES.rights);
  await main(page)
    .getByLabel(form.request)
    .selectOption(REQUESTS[5] ?? '');
  await main(page).getByLabel(form.email, { exact: true }).fill(uniqueAddress());
  await message.fill(typed);
  await cutOff(page, action);
  await button(page, form.submit).press('Enter');
  await expect(page.getByText(PAGE_ERRORS.OFFLINE)).toBeVisible();
  await page.reload();
  await expect(message).toHaveValue(typed);
  await page.unroute(`**${action}`);
  await button(page, form.submit).press('Enter');
  await expect(heading(page)).toHaveText(sent.title);
  expect(new URL(page.url()).pathname).toBe(RIGHTS_PAGES.sent);
  await openHydrated(page, PAGES.rights);
  await expect(message).toHaveValue('');
});

test('the button that requests a mailed link shows that it is busy until the next page appears', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(OFFLINE_LINE);
  await openHydrated(page, PAGES.rights);
  await main(page).getByLabel(ask.email, { exact: true }).fill(uniqueAddress());
  await cutOff(page, '/api/**');
  await button(page, ask.submit).press('Enter');
  await expect(page.getByText(PAGE_ERRORS.OFFLINE)).toBeVisible();
  await page.unroute('**/api/**');
  const letThrough = await holdBack(page, RIGHTS_API.ask);
  const isBusy = await button(page, ask.submit).evaluate(async (pressed: HTMLButtonElement) => {
    pressed.click();
    // Waits until the page is idle, because React has rendered all of its changes by then.
    await new Promise((resolve) => requestIdleCallback(resolve));
    return pressed.ariaBusy;
  });
  expect(isBusy).toBe('true');
  letThrough();
  await expect(heading(page)).toHaveText(ask.asked.title);
});

test('[P-108] without JavaScript, a sent data request gets a reference and a due date', async ({
  newVisitor,
}) => {
  const page = await newVisitor({ javaScriptEnabled: false, viewport: PHONE });
  const keyboard = new Keyboard(page);
  await page.goto(PAGES.rights);
  await expect(main(page).getByRole('link', { name: GRIEVANCE_OFFICER.email })).toBeVisible();
  await keyboard.tabToAndType(main(page).getByLabel(form.request), REQUESTS[5] ?? '');
  await keyboard.tabToAndType(main(page).getByLabel(form.email, { exact: true }), uniqueAddress());
  await keyboard.tabToAndType(
    main(page).getByLabel(form.message, { exact: true }),
    'You spelled my name wrong.',
  );
  await keyboard.tabToAndPress(button(page, form.submit));
  await expect(heading(page)).toHaveText(sent.title);
  const [reference, due] = await main(page).locator('dd').allInnerTexts();
  expect(reference).toMatch(/^[0-9a-f]{8}$/);
  expect(due).toMatch(/^\d{1,2} [A-Z][a-z]+ \d{4}$/);
  await page.reload();
  await expect(main(page).locator('dd').first()).toHaveText(reference ?? '');
});
