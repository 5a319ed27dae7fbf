import type { Page } from '@playwright/test';
import { BRAND } from '#content/brand.ts';
import { CONTACT } from '#content/contact.ts';
import { FORM_SERVICE_PAGE, REFERENCE_SENTENCE } from '#content/form-service.ts';
import { FORM_SENTENCES, FORM_WORDS, MESSAGE_TOO_LONG, THANKS_WORDS } from '#content/forms.ts';
import { PAGES } from '#content/page-paths.ts';
import { CONTROL_WORDS } from '#content/shell.ts';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { WITHOUT_SCRIPTS } from '#content/without-scripts.ts';
import { FIELD_ERRORS } from '#contract/field-errors.ts';
import { LOOKS_MISTYPED } from '#contract/likely-address.ts';
import { filled } from '#contract/page-errors.ts';
import { expectAccessible, PHONE } from '#e2e/support/accessible.ts';
import { PASSWORD } from '#e2e/support/account.ts';
import { recordAnnouncements } from '#e2e/support/assistive.ts';
import {
  answerWith,
  cutOff,
  holdBack,
  OFFLINE_LINE,
  openHydrated,
  refusedLine,
} from '#e2e/support/loading.ts';
import { mailsTo } from '#e2e/support/mailbox.ts';
import {
  CONTACT_FORM,
  expectNothingLost,
  expectSent,
  fieldsOf,
  fillIn,
  formOf,
  MESSAGE_FORMS,
  newLetter,
  notificationsOf,
  send,
} from '#e2e/support/message-forms.ts';
import { expect, test } from '#e2e/support/test.ts';
import { REFERENCE_PARAMETER } from '#features/forms/contract.ts';

const { path, action } = CONTACT_FORM;
const NOT_HANDED_OVER = `${FORM_WORDS.failed}${FORM_WORDS.notReached}`;

async function openWithLetter(page: Page, letter = newLetter()) {
  await page.goto(path);
  await fillIn(page, letter);
  return letter;
}

function countPosts(page: Page): () => number {
  let posts = 0;
  page.on('request', (request) => {
    if (request.url().endsWith(action)) posts += 1;
  });
  return () => posts;
}

test('before sending, the form asks about an address that looks mistyped, and offers to correct it', async ({
  page,
}) => {
  const likely = newLetter().email.replace(/@.*/, '@gmail.com');
  const email = likely.replace('gmail', 'gmial');
  const posts = countPosts(page);
  await openHydrated(page, path);
  await fillIn(page, newLetter({ email }));
  const field = fieldsOf(page).email;
  await send(page, CONTACT_FORM);
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(new RegExp(`^${LOOKS_MISTYPED} .*${likely}`));
  await formOf(page).getByRole('button', { name: likely }).press('Enter');
  await expect(field).toHaveValue(likely);
  await expect(field).toHaveAccessibleDescription('');
  expect(await field.evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(true);

  await field.fill(email.replace('gmial', 'gmaill'));
  await send(page, CONTACT_FORM);
  await expect(field).toBeFocused();
  // After a change of another field, the form asks about the address again. A press right after this question sends the form.
  await fieldsOf(page).message.fill(newLetter().message);
  await send(page, CONTACT_FORM);
  await expect(field).toBeFocused();
  expect(posts()).toBe(0);
  await send(page, CONTACT_FORM);
  await expectSent(page, CONTACT_FORM);
});

test('a message sent with a double click arrives once and is confirmed', async ({ page }) => {
  const { words } = CONTACT_FORM;
  const posts = countPosts(page);
  const letter = await openWithLetter(page);
  const letThrough = await holdBack(page, action);
  await formOf(page).getByRole('button', { name: words.submit }).dblclick();
  const busy = formOf(page).getByRole('button', { name: words.busy });
  await expect(busy).toHaveAttribute('aria-busy', 'true');
  await expect(formOf(page).locator('[aria-live="polite"]')).toHaveText(words.busy);
  // Waits for the request, because Playwright misses a request that is sent while held-back requests are being released.
  await expect.poll(posts).toBeGreaterThan(0);
  await letThrough();
  await expectSent(page, CONTACT_FORM);
  expect(posts()).toBe(1);
  await expectAccessible(page, 'contact, sent', 'main');
  expect(await notificationsOf(page, letter.email)).toHaveLength(1);
  const [receipt] = await mailsTo(page, letter.email);
  const [reference = ''] = /\b[0-9a-f]{8}\b/.exec(receipt?.text ?? '') ?? [];
  await expect(
    page.getByText(filled(FORM_WORDS.receipt, { reference, address: letter.email })),
  ).toBeVisible();

  const { name, email, message } = fieldsOf(page);
  await page.getByRole('button', { name: words.again }).click();
  await expect(message).toHaveValue('');
  await expect(message).toBeFocused();
  await expect(name).toHaveValue(letter.name);
  await expect(email).toHaveValue(letter.email);
  await page.reload();
  await expect(message).toHaveValue('');
});

test('[P-142] a form shows an error at each wrong field, and sends nothing until all fields are valid', async ({
  page,
}) => {
  const letter = newLetter();
  const posts = countPosts(page);
  await page.goto(path);
  const { name, email, message } = fieldsOf(page);
  const announced = await recordAnnouncements(page);
  // `novalidate` is set by hydration; before that, the browser's own checks name the missing fields.
  await expect(formOf(page)).toHaveAttribute('novalidate');
  await send(page, CONTACT_FORM);
  await expect(name).toBeFocused();
  await expect(name, 'the first error is read with the number of errors').toHaveAccessibleDescription(
    `${filled(CONTROL_WORDS.problems, { count: 3 })} ${FORM_SENTENCES.name.missing}`,
  );
  await expect(email).toHaveAccessibleDescription(FIELD_ERRORS.EMAIL_MISSING);
  await expect(message).toHaveAccessibleDescription(new RegExp(`^${FORM_SENTENCES.message.missing}`));
  const spoken = formOf(page).getByRole('alert').filter({ hasText: /./ });
  await expect(spoken, 'the field that takes the focus is read once').toHaveCount(0);
  await name.press('Enter');
  await expect(spoken, 'a field that had the focus is not read again').toContainText(
    FORM_SENTENCES.name.missing,
  );
  await fillIn(page, { ...letter, email: 'asha@', message: 'क'.repeat(5_001) });
  await send(page, CONTACT_FORM);
  await expect(email).toHaveAccessibleDescription(
    `${filled(CONTROL_WORDS.problems, { count: 2 })} ${FIELD_ERRORS.EMAIL_MALFORMED}`,
  );
  await email.fill(letter.email);
  await send(page, CONTACT_FORM);
  const tooLong = filled(MESSAGE_TOO_LONG, { max: '5,000', length: '5,001' });
  await expect(message).toHaveAccessibleDescription(new RegExp(`^${tooLong}`));
  await expect(message).toBeFocused();
  expect(posts()).toBe(0);
  expect(await announced(), 'a form that is not sent is never busy').not.toContain(CONTACT_FORM.words.busy);

  // The limit counts a line break as one character, although a browser submits it as two.
  const longest = Array(100).fill('य'.repeat(49)).join('\n').concat('.');
  await message.fill(longest);
  await send(page, CONTACT_FORM);
  await expectSent(page, CONTACT_FORM);
  expect((await notificationsOf(page, letter.email))[0]?.text).toContain(longest.slice(-50));
});

test('a form gives up after half a minute without an answer', async ({ page }) => {
  await page.clock.install();
  const letter = await openWithLetter(page);
  const letThrough = await holdBack(page, action);
  await send(page, CONTACT_FORM);
  await expect(formOf(page).getByRole('button', { name: CONTACT_FORM.words.busy })).toBeVisible();
  await page.clock.runFor(30_000);
  await expect(page.getByRole('alert')).toContainText(NOT_HANDED_OVER);
  await expectNothingLost(page, letter);
  await letThrough();
});

test('correcting a refused field does not scroll the page up to the error message above the form', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(refusedLine(422));
  await page.setViewportSize({ ...PHONE, height: 400 });
  await openWithLetter(page);
  const errors = [{ message: 'Too many links.' }, { field: 'message', message: 'has too many links' }];
  await answerWith(page, action, { errors }, 422);
  await send(page, CONTACT_FORM);
  const { message } = fieldsOf(page);
  const banner = page.getByRole('alert').getByText('Too many links.');
  await expect(message).toBeFocused();
  await expect(banner).not.toBeInViewport();
  await message.press('End');
  await message.press('!');
  await expect(message).not.toHaveAttribute('aria-invalid', 'true');
  await expect(banner).toBeVisible();
  await expect(banner).not.toBeInViewport();
});

test('[P-166] when the connection is lost, the typed message stays in the form; sent again, it arrives only once', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(OFFLINE_LINE);
  const letter = await openWithLetter(page);
  await cutOff(page, action);
  await send(page, CONTACT_FORM);
  await expect(page.getByRole('alert')).toContainText(NOT_HANDED_OVER);
  await expectNothingLost(page, letter);
  await page.reload();
  await expectNothingLost(page, letter);
  await page.unroute(`**${action}`);
  await page.context().setOffline(true);
  await send(page, CONTACT_FORM);
  await expect(page.getByRole('alert')).toContainText(`${FORM_WORDS.failed}${FORM_WORDS.offline}`);
  await expectNothingLost(page, letter);
  await page.context().setOffline(false);
  await page.route(
    `**${action}`,
    async (route) => {
      await route.fetch();
      await route.abort('internetdisconnected');
    },
    { times: 1 },
  );
  await send(page, CONTACT_FORM);
  await expect(page.getByRole('alert')).toContainText(NOT_HANDED_OVER);
  expect(await notificationsOf(page, letter.email)).toHaveLength(1);
  await expectNothingLost(page, letter);
  await send(page, CONTACT_FORM);
  await expectSent(page, CONTACT_FORM);
  expect(await notificationsOf(page, letter.email)).toHaveLength(1);
});

test('[P-148] without JavaScript, each sent form leads to its thanks page', async ({ newVisitor }) => {
  const page = await newVisitor({ javaScriptEnabled: false });
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
});

test('the page that lists refused fields is accessible, and links to each field', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(refusedLine(422));
  await page.goto(CONTACT_FORM.path);
  // These values pass the browser's checks, but the server refuses each of them.
  await fillIn(page, newLetter({ name: ' ', email: 'asha@home', message: `<b>${'क'.repeat(5_000)}</b>` }));
  // Submits the form as a browser without JavaScript does. This browser has JavaScript, because axe is a script.
  await formOf(page).evaluate((form: HTMLFormElement) => form.submit());
  await expect(page).toHaveTitle(new RegExp(`^${FORM_SERVICE_PAGE.title}: .+ — ${BRAND.product}$`));
  await expect(page.getByRole('alert').getByRole('listitem')).toHaveCount(3);
  // The server's page has the heading font of every other page.
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /Bricolage/);
  await expectAccessible(page, 'every field refused');
  const problems = page.getByRole('alert').getByRole('link');
  await problems.filter({ hasText: new RegExp(`^${FORM_WORDS.email} `) }).click();
  await expect(fieldsOf(page).email).toBeFocused();
  await page.getByRole('banner').getByRole('link', { name: BRAND.product }).click();
  await expect(page).toHaveURL(PAGES.home);
});

test('the thanks page shows the reference of the sent message, and says so if no message was sent', async ({
  page,
}) => {
  const reference = '0123abcd';
  await openHydrated(page, `${CONTACT_FORM.thanks}?${REFERENCE_PARAMETER}=${reference}`);
  await expect(page.getByText(filled(REFERENCE_SENTENCE, { reference }))).toBeVisible();
  await expect(page.getByText(CONTACT_FORM.words.success)).toBeVisible();
  await openHydrated(page, CONTACT_FORM.thanks);
  await expect(page.getByText(THANKS_WORDS.direct.lead)).toBeVisible();
  await expect(page.getByText(CONTACT_FORM.words.success)).toBeHidden();
  await expect(page.getByText(CONTACT.thanks.steps[0].title, { exact: true })).toBeHidden();
  await page.getByRole('link', { name: THANKS_WORDS.home }).click();
  await expect(page).toHaveURL(PAGES.home);
});

test('if the scripts fail to load, the sign-in form leads to a page that says what to do', async ({
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
