import type { Page } from '@playwright/test';
import { AGE_WORDS } from '#content/age.ts';
import { YOUR_DATA_WORDS } from '#content/features/your-data.ts';
import { NOTICE_ITEMS, NOTICE_TITLES } from '#content/notice-items.ts';
import { NOTICE_WORDS, NOTICES, type NoticeName } from '#content/notices.ts';
import { PAGES } from '#content/page-paths.ts';
import { PROFILE_WORDS } from '#content/profile.ts';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { VERIFY_WORDS } from '#content/verify.ts';
import { FIELD_ERRORS } from '#contract/field-errors.ts';
import { filled, PAGE_ERRORS } from '#contract/page-errors.ts';
import { expectAccessible, PHONE } from '#e2e/support/accessible.ts';
import { createPanel, PASSWORD, signUp } from '#e2e/support/account.ts';
import { cutOff, OFFLINE_LINE, openHydrated, refusedLine } from '#e2e/support/loading.ts';
import { newestLink, newestMail, uniqueAddress } from '#e2e/support/mailbox.ts';
import { CONTACT_FORM, expectSent, fillIn, newLetter, send } from '#e2e/support/message-forms.ts';
import { expect, onSiteWith, test } from '#e2e/support/test.ts';
import { TOO_YOUNG } from '#features/accounts/refusals.ts';

const WORDS = YOUR_DATA_WORDS.agreements;

/** Opens the folded part of a notice by keyboard and expects its text. */
async function readNotice(page: Page, name: NoticeName): Promise<void> {
  const notice = page.getByRole('main').locator('.notice').filter({ visible: true });
  await expect(notice).toContainText(NOTICES[name].short);
  const rights = notice.getByText(NOTICE_ITEMS[name].rights);
  await expect(rights).toBeHidden();
  const fold = notice.locator('summary');
  await expect(fold).toHaveText(NOTICE_WORDS.more);
  await fold.focus();
  await page.keyboard.press('Enter');
  await expect(rights).toBeVisible();
}

test('[P-030] each form shows its privacy notice, and the page “Your data” lists all notices that were shown', async ({
  page,
  expectTrouble,
}) => {
  test.slow();
  await page.setViewportSize(PHONE);
  const email = uniqueAddress();
  await openHydrated(page, PAGES.home);
  await readNotice(page, 'launch-list');
  await page.getByRole('main').getByRole('textbox').fill(email);
  await page.keyboard.press('Enter');
  await newestMail(page, email);
  await openHydrated(page, `${PAGES.auth}?view=create`);
  await readNotice(page, 'sign-up');
  await expectAccessible(page, 'sign-up with its notice open', 'main');
  for (const status of [403, 429]) expectTrouble(refusedLine(status));
  await signUp(page, email);
  await expect(page.getByTestId('inbox-panel')).toBeVisible();
  await page.goto(await newestLink(page, email, 2));
  await page.getByRole('button', { name: VERIFY_WORDS.submit }).press('Enter');
  await expect(page).toHaveURL(PAGES.profile);

  await page.goto(CONTACT_FORM.path);
  await readNotice(page, 'contact');
  await fillIn(page, newLetter({ email }));
  await send(page, CONTACT_FORM);
  await expectSent(page, CONTACT_FORM);

  await page.goto(PAGES.yourData);
  const rows = page.getByTestId('security-agreements').getByRole('listitem');
  await expect(rows).toHaveCount(3);
  const rowOf = (name: NoticeName) => rows.filter({ hasText: NOTICE_TITLES[name] });
  const contact = rowOf('contact');
  await contact.locator('summary').press('Enter');
  await expect(contact.getByText(NOTICE_ITEMS.contact.rights)).toBeVisible();
  await expectAccessible(page, 'your data with agreements', 'main');
  await page.getByRole('button', { name: WORDS['launch-list'] }).press('Enter');
  await expect(page.getByText(WORDS.done)).toBeVisible();
  await expect(rowOf('launch-list')).toContainText(WORDS.withdrawn);
  await expect(page.getByTestId('security-agreements').getByRole('list')).toBeFocused();
  await expect(page.getByTestId('count-notices')).toContainText(/3$/);
  await contact.getByRole('button', { name: WORDS.message }).press('Enter');
  await expect(contact.getByRole('button', { name: WORDS.cancel })).toBeFocused();
  await contact.getByRole('button', { name: WORDS.confirm }).press('Enter');
  await expect(contact).toContainText(WORDS.withdrawn);
  await rowOf('sign-up').getByRole('link', { name: WORDS['sign-up'] }).press('Enter');
  await expect(page.getByRole('button', { name: PROFILE_WORDS.deleteAccount })).toBeFocused();
});

test.describe('on a site with a minimum age', () => {
  test.use(onSiteWith(async () => ({ settings: { MINIMUM_AGE: '18' } })));

  /** Returns a date of birth: 1 January, so that the person is at least `years` old on any day of this year. */
  const bornYearsAgo = (years: number) => `${new Date().getUTCFullYear() - years}-01-01`;
  const dateIn = (page: Page) => createPanel(page).getByLabel(AGE_WORDS.label);

  test('[P-029] sign-up asks for the date of birth first, and refuses a person below the minimum age', async ({
    page,
    newVisitor,
    expectTrouble,
  }) => {
    await page.setViewportSize(PHONE);
    expectTrouble(OFFLINE_LINE);
    await cutOff(page, '/assets/age-step-*.js');
    await openHydrated(page, `${PAGES.auth}?view=create`);
    await expect(page.getByText(PAGE_ERRORS.OFFLINE)).toBeVisible();
    await page.unroute('**/assets/age-step-*.js');
    // Without the step for the date of birth, the server refuses the form. The page then loads that step again.
    expectTrouble(refusedLine(428));
    await signUp(page, uniqueAddress());
    const go = () => createPanel(page).getByRole('button', { name: AGE_WORDS.submit }).press('Enter');
    await expect(dateIn(page)).toHaveAccessibleDescription(AGE_WORDS.hint);
    await expect(createPanel(page).getByLabel(AUTH_WORDS.email)).toBeHidden();
    await expectAccessible(page, 'age', 'main');
    await go();
    await expect(createPanel(page).getByText(FIELD_ERRORS.BIRTH_DATE_MISSING)).toBeVisible();
    await expect(dateIn(page)).toBeFocused();
    expectTrouble(refusedLine(403));
    await dateIn(page).fill(bornYearsAgo(17));
    await go();
    await expect(page.getByRole('alert')).toContainText(filled(TOO_YOUNG.message, { age: 18 }));
    await expect(createPanel(page).getByLabel(AUTH_WORDS.email)).toBeHidden();
    expect(await page.context().cookies()).toEqual([]);

    const heading = page.getByRole('heading', { level: 1 });
    const tellAge = async () => {
      await dateIn(page).fill(bornYearsAgo(19));
      await go();
      await expect(dateIn(page)).toHaveCount(0);
      await expect(heading).toBeFocused();
    };
    await tellAge();
    const email = uniqueAddress();
    // The answer about the age is valid for an hour. Deleting the cookies has the same effect as the end of that hour.
    await page.context().clearCookies();
    await signUp(page, email);
    await expect(dateIn(page)).toBeVisible();
    await expect(heading).toBeFocused();
    await tellAge();
    expectTrouble(refusedLine(429));
    await signUp(page, email);
    await expect(page.getByTestId('inbox-panel')).toBeVisible();
    // The site asks for the date of birth again in another browser, because somebody else may use that browser.
    const other = await newVisitor();
    await other.goto(await newestLink(page, email));
    await other.getByLabel(AGE_WORDS.label).fill(bornYearsAgo(40));
    await other.keyboard.press('Enter');
    await readNotice(other, 'sign-up');
    await other.getByLabel(VERIFY_WORDS.choose, { exact: true }).fill(PASSWORD);
    await other.keyboard.press('Enter');
    await expect(other).toHaveURL(PAGES.profile);
  });
});
