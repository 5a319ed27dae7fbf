import type { Page } from '@playwright/test';
import { BRAND } from '#content/brand.ts';
import { LAUNCH_LIST_WORDS as WORDS } from '#content/features/launch-list.ts';
import { LAUNCH_LIST_PAGES } from '#content/features/launch-list-pages.ts';
import { SKETCH } from '#content/features/sketch.ts';
import { HOME } from '#content/home.ts';
import { LAUNCH_LIST_ASKED, PAGES } from '#content/page-paths.ts';
import { SHELL_WORDS } from '#content/shell.ts';
import { FIELD_ERRORS } from '#contract/field-errors.ts';
import { LOOKS_MISTYPED } from '#contract/likely-address.ts';
import { PAGE_ERRORS } from '#contract/page-errors.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { enlargeText, expectAccessible, PHONE } from '#e2e/support/accessible.ts';
import { signInByRequest } from '#e2e/support/account.ts';
import { recordAnnouncements } from '#e2e/support/assistive.ts';
import { cutOff, holdBack, OFFLINE_LINE, openHydrated, refusedLine } from '#e2e/support/loading.ts';
import { type Mail, newestMail, uniqueAddress } from '#e2e/support/mailbox.ts';
import { expect, test } from '#e2e/support/test.ts';
import { LINK_NOT_VALID } from '#features/accounts/refusals.ts';
import { LAUNCH_LIST, LAUNCH_LIST_PLACE } from '#features/launch-list/contract.ts';

const { confirm, leave } = LAUNCH_LIST_PAGES;
const fieldOf = (page: Page) => page.getByRole('main').getByLabel(WORDS.email, { exact: true });
const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name }).click();
const linkTo = (path: string, { text }: Mail) =>
  text.match(/https?:\/\/\S+/g)?.find((link) => new URL(link).pathname === path) ?? '';

test('the email field of the launch list is visible without scrolling, and a link further down leads back to the field', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  for (const path of [PAGES.home, PAGES.comingSoon]) {
    await page.goto(path);
    await expect(fieldOf(page)).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: WORDS.submit })).toBeInViewport({ ratio: 1 });
  }
  await expect(page.getByText(SKETCH.note), 'beside the answer').toBeInViewport({ ratio: 1 });
  await enlargeText(page, '200%');
  const field = await fieldOf(page).boundingBox();
  const button = await page.getByRole('button', { name: WORDS.submit }).boundingBox();
  expect(button?.y, 'below the field, which keeps its width').toBeGreaterThan(field?.y ?? Infinity);
  await openHydrated(page, PAGES.home);
  await page.getByRole('main').getByRole('link', { name: HOME.closing.onlyEmail }).click();
  await expect(fieldOf(page)).toBeFocused();
  await expect(fieldOf(page)).toBeInViewport();
});

test('a mistyped address can be corrected, and a mail to the address has links that confirm and remove it', async ({
  page,
  expectTrouble,
}) => {
  await openHydrated(page, PAGES.home);
  const email = uniqueAddress();
  const field = fieldOf(page);
  const announced = await recordAnnouncements(page);
  const expectOnce = async (sentence: string, words: readonly string[] = []) => {
    await expect(field).toHaveAccessibleDescription(new RegExp(`^${sentence}`));
    const said = await announced();
    expect(said.filter((text) => text.includes(sentence))).toHaveLength(1);
    expect(said.filter((text) => text === WORDS.busy)).toEqual(words);
  };
  await press(page, WORDS.submit);
  await expect(field).toBeFocused();
  await expectOnce(WORDS.missing);
  await page.setViewportSize(PHONE);
  const [problem, button] = [page.getByText(WORDS.missing), page.getByRole('button', { name: WORDS.submit })];
  const tops = await Promise.all([problem, button].map(async (it) => (await it.boundingBox())?.y ?? 0));
  expect(tops[0], 'between the field and the button').toBeLessThan(tops[1] ?? 0);
  expectTrouble(refusedLine(422));
  await field.fill('asha@');
  await press(page, WORDS.submit);
  await expectOnce(FIELD_ERRORS.EMAIL_MALFORMED, [WORDS.busy]);
  const likely = email.replace(/@.*/, '@gmail.com');
  await field.fill(likely.replace('gmail', 'gmial'));
  await field.press('Enter');
  await expectOnce(LOOKS_MISTYPED, [WORDS.busy]);
  await page.getByRole('button', { name: likely }).click();
  await expect(field).toHaveValue(likely);

  expectTrouble(OFFLINE_LINE);
  await cutOff(page, LAUNCH_LIST);
  await field.fill(email);
  await field.press('Enter');
  await expect(page.getByRole('alert').getByText(PAGE_ERRORS.OFFLINE)).toBeVisible();
  await expect(field).toHaveValue(email);
  await page.unroute(`**${LAUNCH_LIST}`);
  await press(page, WORDS.submit);
  const said = page.getByText(`${WORDS.asked.title}. ${WORDS.asked.message}`);
  await expect(said).toBeFocused();
  await expect(page.getByText(`${WORDS.sentTo} ${email}`)).toBeVisible();
  await expectAccessible(page, 'launch list, asked', 'main');
  await press(page, WORDS.again);
  await expect(field, 'to send it again or correct it').toHaveValue(email);
  await expect(field).toBeFocused();

  const mail = await newestMail(page, email);
  const confirmLink = linkTo(PAGES.launchListConfirm, mail);
  await openHydrated(page, confirmLink);
  /** The pressed button is gone, so the new heading takes the focus. */
  const expectPage = async (title: string) => {
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
    await expect(page).toHaveTitle(`${title} — ${BRAND.product}`);
  };
  await press(page, confirm.submit);
  await expectPage(confirm.done.title);
  await page.getByRole('main').getByRole('link', { name: confirm.create }).click();
  await expect(page).toHaveURL(`${PAGES.auth}?view=create`);
  await openHydrated(page, linkTo(PAGES.launchListLeave, mail));
  await press(page, leave.submit);
  await expectPage(leave.done.title);
  await expect(fieldOf(page)).toBeHidden();
  await page.getByText(leave.rejoin).click();
  await expect(fieldOf(page)).toBeVisible();
  await expectAccessible(page, 'launch list, left', 'main');

  expectTrouble(refusedLine(410));
  await openHydrated(page, confirmLink);
  await press(page, confirm.submit);
  await expectPage(LAUNCH_LIST_PAGES.failed);
  await expect(page.getByRole('alert').getByText(LINK_NOT_VALID.message)).toBeVisible();
  await expect(fieldOf(page)).toBeVisible();
});

test('a signed-in person joins the launch list by pressing one button', async ({ page }) => {
  const email = uniqueAddress();
  await signInByRequest(page.request, email);
  const said = page.getByText(`${confirm.done.title}. ${confirm.done.message}`);
  await openHydrated(page, PAGES.profile);
  const onePress = page.getByText(WORDS.signedIn);
  await expect(fieldOf(page).last()).toHaveValue(email);
  await expect(onePress).toBeVisible();
  await fieldOf(page).last().fill(uniqueAddress());
  await expect(onePress, 'another address has to be confirmed').toBeHidden();
  await fieldOf(page).last().fill(email);
  await press(page, WORDS.submit);
  await expect(said).toBeFocused();
  await expect(page.getByText(WORDS.sentTo)).toHaveCount(0);

  const letPlace = await holdBack(page, LAUNCH_LIST_PLACE);
  await openHydrated(page, PAGES.home);
  const form = fieldOf(page).locator('xpath=ancestor::form');
  await expect(form, 'before it is known that the person is on the list').toHaveCSS('opacity', '0');
  const below = page.getByRole('main').getByRole('link', { name: HOME.hero.storyButton });
  const before = await below.boundingBox();
  await letPlace();
  await expect(said).toBeVisible();
  await expect(fieldOf(page)).toHaveCount(0);
  expect(await below.boundingBox(), 'nothing moves').toEqual(before);
  await press(page, WORDS.again);
  await expect(onePress, 'above an empty field').toBeHidden();

  // Without the stored record, the page learns late who is signed in. What was typed until then stays.
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  const letSession = await holdBack(page, ACCOUNT_API.session);
  await page.goto(PAGES.launchList);
  await fieldOf(page).pressSequentially('ravi@');
  const answered = page.waitForResponse(`**${LAUNCH_LIST_PLACE}`);
  letSession();
  await (await answered).finished();
  await page.keyboard.type('example.com');
  await expect(fieldOf(page)).toHaveValue('ravi@example.com');

  await page.goto(PAGES.profile);
  await page.getByRole('button', { name: SHELL_WORDS.signOut }).first().click();
  await expect(fieldOf(page)).toHaveValue('');
});

test('without JavaScript, the form and the mailed links work', async ({ newVisitor, expectTrouble }) => {
  const page = await newVisitor({ javaScriptEnabled: false });
  const email = uniqueAddress();
  expectTrouble(refusedLine(422));
  await page.goto(PAGES.home);
  await fieldOf(page).fill('asha@home');
  await press(page, WORDS.submit);
  await expect(page.getByRole('alert')).toHaveText(FIELD_ERRORS.EMAIL_MALFORMED);
  await fieldOf(page).fill(email);
  await press(page, WORDS.submit);
  await expect(page).toHaveURL(`${PAGES.launchList}#${LAUNCH_LIST_ASKED}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(WORDS.asked.title);
  const mail = await newestMail(page, email);
  await page.goto(linkTo(PAGES.launchListConfirm, mail));
  await press(page, confirm.submit);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(confirm.done.title);
  await page.goto(linkTo(PAGES.launchListLeave, mail));
  await press(page, leave.submit);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(leave.done.title);
});

test('an address typed before the form’s script has loaded stays', async ({ page }) => {
  const email = uniqueAddress();
  const letForm = await holdBack(page, /\/assets\/join-form-/);
  await openHydrated(page, PAGES.product);
  const field = fieldOf(page);
  await field.pressSequentially(email.slice(0, 5));
  await letForm();
  await expect(page.locator('form[novalidate]')).toBeVisible();
  await expect(field).toBeFocused();
  await page.keyboard.type(email.slice(5));
  await expect(field).toHaveValue(email);
  await press(page, WORDS.submit);
  await expect(page.getByText(`${WORDS.asked.title}. ${WORDS.asked.message}`)).toBeFocused();
});
