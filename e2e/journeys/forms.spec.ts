import type { Page } from '@playwright/test';
import { FORM_SENTENCES, FORM_WORDS, MESSAGE_TOO_LONG } from '#content/forms.ts';
import { CONTROL_WORDS } from '#content/shell.ts';
import { FIELD_ERRORS } from '#contract/field-errors.ts';
import { LOOKS_MISTYPED } from '#contract/likely-address.ts';
import { filled } from '#contract/page-errors.ts';
import { expectAccessible, PHONE } from '#e2e/support/accessible.ts';
import { recordAnnouncements } from '#e2e/support/announcements.ts';
import { openHydrated } from '#e2e/support/hydrated.ts';
import { mailsTo } from '#e2e/support/mailbox.ts';
import {
  CONTACT_FORM,
  expectNothingLost,
  expectSent,
  fieldsOf,
  fillIn,
  formOf,
  newLetter,
  notificationsOf,
  send,
} from '#e2e/support/message-forms.ts';
import { answerWith, cutOff, holdBack, OFFLINE_LINE, refusedLine } from '#e2e/support/network-edge.ts';
import { expect, test } from '#e2e/support/test.ts';

/** The longest message that is allowed, in characters. */
const LONGEST = 5_000;

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

test('the form asks once about an email address that looks mistyped, and one click corrects the address', async ({
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

  await field.fill(email.replace('gmial', 'gmaill'));
  await send(page, CONTACT_FORM);
  await expect(field).toBeFocused();
  // The form asks about a probable mistake once: a second press right after the question sends the form. After a change of another
  // field, the form asks again.
  await fieldsOf(page).message.fill(newLetter().message);
  await send(page, CONTACT_FORM);
  await expect(field).toBeFocused();
  expect(posts()).toBe(0);
  await send(page, CONTACT_FORM);
  await expectSent(page, CONTACT_FORM);
});

test('a message sent with a double click arrives once, the page confirms it with the reference of the receipt, and another message can be written', async ({
  page,
}) => {
  const form = CONTACT_FORM;
  const letter = newLetter();
  const posts = countPosts(page);
  await page.goto(form.path);
  const { name, email, message } = fieldsOf(page);
  await fillIn(page, letter);
  const letThrough = await holdBack(page, form.action);
  await formOf(page).getByRole('button', { name: form.words.submit }).dblclick();
  const busy = formOf(page).getByRole('button', { name: form.words.busy });
  await expect(busy).toHaveAttribute('aria-busy', 'true');
  await expect(formOf(page).locator('[aria-live="polite"]')).toHaveText(form.words.busy);
  // Waits for the request, because Playwright misses a request that is sent while held-back requests are being released.
  await expect.poll(posts).toBeGreaterThan(0);
  await letThrough();
  await expectSent(page, form);
  expect(posts()).toBe(1);
  await expectAccessible(page, `${form.name}, sent`, 'main');
  expect(await notificationsOf(page, letter.email)).toHaveLength(1);
  const [receipt] = await mailsTo(page, letter.email);
  const [reference = ''] = /\b[0-9a-f]{8}\b/.exec(receipt?.text ?? '') ?? [];
  await expect(
    page.getByText(filled(FORM_WORDS.receipt, { reference, address: letter.email })),
  ).toBeVisible();

  await page.getByRole('button', { name: form.words.again }).click();
  await expect(message).toHaveValue('');
  await expect(message).toBeFocused();
  await expect(name).toHaveValue(letter.name);
  await expect(email).toHaveValue(letter.email);
  await page.reload();
  await expect(message).toHaveValue('');
});

test('[P-142] a form names each missing or too long field, sends nothing until every field is valid, and accepts a message of the greatest allowed length', async ({
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
  await fillIn(page, { ...letter, email: 'asha@', message: 'क'.repeat(LONGEST + 1) });
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
  const longest = `${'य'.repeat(49)}\n`
    .repeat(LONGEST / 50)
    .slice(0, -1)
    .padEnd(LONGEST, '.');
  await message.fill(longest);
  await send(page, CONTACT_FORM);
  await expectSent(page, CONTACT_FORM);
  expect((await notificationsOf(page, letter.email))[0]?.text).toContain(longest.slice(-50));
});

test('a form gives up sending after half a minute without an answer, and keeps the typed message', async ({
  page,
}) => {
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

test('after the server has refused a field, correcting the field does not scroll back to the message above the form', async ({
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

test('[P-166] a typed message survives a lost connection and a reload, and is stored only once when sent again', async ({
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
