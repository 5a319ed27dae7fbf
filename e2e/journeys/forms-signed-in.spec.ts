import type { APIRequestContext } from '@playwright/test';
import { FORMS } from '#contract/forms.ts';
import { FORMS_API, PAGES, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { DEFAULT_PUBLIC_SETTINGS } from '#contract/public-settings.ts';
import type { UserAnswer, UserRecord } from '#contract/users.ts';
import { arriveSignedIn } from '../support/account.ts';
import { formOf, MESSAGE_FORMS, postFrom } from '../support/message-forms.ts';
import { expect, test } from '../support/test.ts';
import { uniqueAddress } from '../support/unique-address.ts';

async function recordOf(request: APIRequestContext, id: string): Promise<UserRecord> {
  const answer = await request.get(pathFor(PRODUCT_API.user, id), {
    headers: { 'x-api-key': DEFAULT_PUBLIC_SETTINGS.apiKey },
  });
  return ((await answer.json()) as UserAnswer).data;
}

test('knows who is signed in, and keeps the messages with the account, the newest first', async ({
  page,
  mailbox,
}) => {
  const email = uniqueAddress('asha');
  await arriveSignedIn(page, mailbox, email);
  const { id, name } = await cachedUser(page);
  for (const form of MESSAGE_FORMS) {
    await page.goto(form.path);
    await expect(formOf(page).getByLabel('Name', { exact: true })).toHaveValue(name);
    await expect(formOf(page).getByLabel('Email', { exact: true })).toHaveValue(email);
    await formOf(page).getByLabel('Message', { exact: true }).fill(`By way of ${form.name}.`);
    await formOf(page).getByRole('button', { name: form.send }).click();
    await expect(page.getByText(form.success, { exact: true })).toBeVisible();
  }
  expect((await recordOf(page.request, id)).messages).toEqual(
    [...MESSAGE_FORMS].reverse().map((form) => ({
      id: expect.any(String),
      form: form.name,
      message: `By way of ${form.name}.`,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    })),
  );
});

test('somebody who wrote much can still save their profile', async ({ page, mailbox }) => {
  const email = uniqueAddress('asha');
  await arriveSignedIn(page, mailbox, email);
  const { id, name } = await cachedUser(page);
  for (let count = 0; count < 6; count += 1) {
    const letter = { Name: name, Email: email, Message: `${count} ${'क'.repeat(4_900)}` };
    expect(await postFrom(page, pathFor(FORMS_API.submit, FORMS.contact), letter)).toBe(200);
  }
  expect((await recordOf(page.request, id)).messages).toHaveLength(6);
  await page.goto(PAGES.profile);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Asha of the Letters');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
  await expect(page.getByTestId('profile-name')).toHaveText('Asha of the Letters');
  await page.reload();
  await expect(page.getByTestId('profile-name')).toHaveText('Asha of the Letters');

  const { messages } = await recordOf(page.request, id);
  expect(messages).toHaveLength(6);
  const cached = await cachedUser(page);
  expect(cached.name).toBe('Asha of the Letters');
  expect(cached.messages).toEqual(messages.slice(0, cached.messages.length));
});

/** The copy of the record that the page keeps (spec §3). */
async function cachedUser(page: { evaluate: (read: () => string | null) => Promise<string | null> }) {
  return JSON.parse((await page.evaluate(() => localStorage.getItem('user'))) ?? '') as UserRecord;
}
