import type { Page } from '@playwright/test';
import { BRAND } from '#content/brand.ts';
import { CONTACT } from '#content/contact.ts';
import { FORM_SERVICE_PAGE, REFERENCE_SENTENCE } from '#content/form-service.ts';
import { FORM_WORDS, THANKS_WORDS } from '#content/forms.ts';
import { PAGES } from '#content/page-paths.ts';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { WITHOUT_SCRIPTS } from '#content/without-scripts.ts';
import { filled } from '#contract/page-errors.ts';
import { expectAccessible } from '#e2e/support/accessible.ts';
import { PASSWORD } from '#e2e/support/account.ts';
import { openHydrated } from '#e2e/support/hydrated.ts';
import {
  CONTACT_FORM,
  fieldsOf,
  fillIn,
  formOf,
  MESSAGE_FORMS,
  newLetter,
  notificationsOf,
  send,
} from '#e2e/support/message-forms.ts';
import { refusedLine } from '#e2e/support/network-edge.ts';
import { expect, test } from '#e2e/support/test.ts';
import { REFERENCE_PARAMETER } from '#features/forms/contract.ts';

/** Values that pass the browser's checks but that the server refuses, one in every field. */
const WRONG = newLetter({ name: ' ', email: 'asha@home', message: `<b>${'क'.repeat(5_000)}</b>` });

test.describe('forms sent by the browser without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('[P-148] each form leads to a page that says that the message was sent', async ({ page }) => {
    for (const form of MESSAGE_FORMS) {
      const letter = newLetter();
      await page.goto(form.path);
      await fillIn(page, letter);
      await send(page, form);
      await expect(page).toHaveURL(({ pathname }) => pathname === form.thanks);
      await expect(page).toHaveTitle(`${form.thanksTitle} — ${BRAND.product}`);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(form.words.success);
      const reference = new URL(page.url()).searchParams.get(REFERENCE_PARAMETER) ?? '';
      await expect(page.getByText(filled(REFERENCE_SENTENCE, { reference }))).toBeVisible();
      expect(await notificationsOf(page, letter.email)).toHaveLength(1);
      await page.getByRole('link', { name: form.words.again }).click();
      await expect(page).toHaveURL(form.path);
    }
    await page.goto(CONTACT_FORM.thanks);
    await page.getByRole('link', { name: THANKS_WORDS.home }).click();
    await expect(page).toHaveURL(PAGES.home);
  });
});

/** Needs a browser with JavaScript, because axe runs as a script. */
test('the page that lists all refused fields is accessible, and links to the fields and back to the site', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(refusedLine(422));
  await page.goto(CONTACT_FORM.path);
  await fillIn(page, WRONG);
  await submitByBrowser(page);
  await expect(page).toHaveTitle(new RegExp(`^${FORM_SERVICE_PAGE.title}: .+ — ${BRAND.product}$`));
  await expect(page.getByRole('alert').getByRole('listitem')).toHaveCount(3);
  // The server's page has the same footer and heading font as every other page.
  await expect(page.getByRole('contentinfo').locator(`a[href="${PAGES.privacy}"]`)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /Bricolage/);
  await expectAccessible(page, 'every field refused');
  const problems = page.getByRole('alert').getByRole('link');
  await problems.filter({ hasText: new RegExp(`^${FORM_WORDS.email} `) }).click();
  await expect(fieldsOf(page).email).toBeFocused();
  await page.getByRole('banner').getByRole('link', { name: BRAND.product }).click();
  await expect(page).toHaveURL(PAGES.home);
});

/** Submits the form as a browser without JavaScript does. */
async function submitByBrowser(page: Page): Promise<void> {
  await Promise.all([
    page.waitForURL('**/f/*'),
    formOf(page).evaluate((form: HTMLFormElement) => form.submit()),
  ]);
}

test('the thanks page keeps the reference of the message after its scripts have loaded', async ({ page }) => {
  const reference = '0123abcd';
  await openHydrated(page, `${CONTACT_FORM.thanks}?${REFERENCE_PARAMETER}=${reference}`);
  await expect(page.getByText(filled(REFERENCE_SENTENCE, { reference }))).toBeVisible();
  await expect(page.getByText(CONTACT_FORM.words.success)).toBeVisible();
});

test('the thanks page does not say that a message was sent if a visitor opens it directly', async ({
  page,
}) => {
  await openHydrated(page, CONTACT_FORM.thanks);
  await expect(page.getByText(THANKS_WORDS.direct.lead)).toBeVisible();
  await expect(page.getByText(CONTACT_FORM.words.success)).toBeHidden();
  await expect(page.getByText(CONTACT.thanks.steps[0].title, { exact: true })).toBeHidden();
});

test('when the scripts of the sign-in page fail to load, the browser submits the form, and a page says what to do', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(refusedLine(415));
  expectTrouble('net::ERR_FAILED');
  await page.clock.install();
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto(PAGES.auth);
  const form = page.getByTestId('sign-in-panel');
  await form.locator('[name="email"]').fill(newLetter().email);
  await form.locator('[name="password"]').fill(PASSWORD);
  await form.getByRole('button', { name: AUTH_WORDS.signIn.submit, exact: true }).click();
  await page.clock.fastForward(8_000);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(WITHOUT_SCRIPTS.title);
  expect(new URL(page.url()).search, 'nothing of it is in the address').toBe('');
  await expectAccessible(page, 'a submit without scripts');
  await page.getByRole('link', { name: WITHOUT_SCRIPTS.open }).click();
  await expect(page).toHaveURL(PAGES.auth);
});
