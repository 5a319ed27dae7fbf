import type { APIRequestContext } from '@playwright/test';
import { PRODUCT_API, pathFor } from '#contract/paths.ts';
import { DEFAULT_PUBLIC_SETTINGS } from '#contract/public-settings.ts';
import type { UserAnswer, UserRecord } from '#contract/users.ts';
import { arriveSignedIn } from '../support/account.ts';
import { expectSent, fieldsOf, MESSAGE_FORMS, send } from '../support/message-forms.ts';
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
}) => {
  const email = uniqueAddress('asha');
  await arriveSignedIn(page, email);
  const { id, name } = await cachedUser(page);
  for (const form of MESSAGE_FORMS) {
    await page.goto(form.path);
    const fields = fieldsOf(page);
    await expect(fields.name).toHaveValue(name);
    await expect(fields.email).toHaveValue(email);
    await fields.message.fill(`By way of ${form.name}.`);
    await send(page, form);
    await expectSent(page, form);
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

/** The copy of the record that the page keeps (spec §3). */
async function cachedUser(page: { evaluate: (read: () => string | null) => Promise<string | null> }) {
  return JSON.parse((await page.evaluate(() => sessionStorage.getItem('user'))) ?? '') as UserRecord;
}
