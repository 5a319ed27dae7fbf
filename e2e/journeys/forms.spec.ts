import type { Locator, Page } from '@playwright/test';
import { FORMS_API, PAGES, pathFor } from '#contract/paths.ts';
import { expectAccessible } from '../support/accessible.ts';
import {
  answerWith,
  cutOff,
  holdBack,
  OFFLINE_LINE,
  refusedLine,
  SCRIPTS,
  SCRIPTS_NOT_RUN_LINE,
} from '../support/network-edge.ts';
import { expect, test } from '../support/signed-in.ts';

const FORMS = [
  {
    name: 'contact',
    path: PAGES.contact,
    action: pathFor(FORMS_API.submit, 'contact'),
    send: 'Send Message',
    busy: 'Sending...',
    success: 'Message Sent! Thank you for reaching out to us.',
    again: 'Write another one',
  },
  {
    name: 'feedback',
    path: PAGES.feedback,
    action: pathFor(FORMS_API.submit, 'feedback'),
    send: 'Send Feedback',
    busy: 'Submitting...',
    success: 'Thank You! Your feedback has been successfully submitted.',
    again: 'Send something else',
  },
] as const;

const TYPED = { Name: 'Asha', Email: 'asha@example.com', Message: 'Please keep it simple.\nAsha' } as const;

const formOf = (page: Page) => page.getByRole('main').getByRole('form');

async function fillIn(form: Locator): Promise<void> {
  for (const [label, text] of Object.entries(TYPED)) await form.getByLabel(label, { exact: true }).fill(text);
}

async function expectNothingLost(form: Locator): Promise<void> {
  for (const [label, text] of Object.entries(TYPED))
    await expect(form.getByLabel(label, { exact: true })).toHaveValue(text);
}

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const { name, path, action, send, busy, success, again } of FORMS) {
  test.describe(name, () => {
    test.use({ storageState: { cookies: [], origins: [] } });

    test('is sent as a multipart form, says so, and can be sent again', async ({ page }) => {
      await page.goto(path);
      const form = formOf(page);
      await expect(form.getByLabel('Message', { exact: true })).toHaveAttribute('rows', '4');
      await fillIn(form);
      await answerWith(page, action, { ok: true, next: '/thanks' });
      const letThrough = await holdBack(page, action);
      const [request] = await Promise.all([
        page.waitForRequest(`**${action}`),
        form.getByRole('button', { name: send }).click(),
      ]);
      await expect(form.getByRole('button', { name: busy })).toHaveAttribute('aria-busy', 'true');
      expect(request.method()).toBe('POST');
      expect(request.headers()['content-type']).toMatch(/^multipart\/form-data; boundary=/);
      expect(request.headers()['formspree-client']).toMatch(/^@formspree\/react@/);
      const sent = request.postData() ?? '';
      for (const [field, value] of [
        ['name', 'Asha'],
        ['email', 'asha@example.com'],
        ['message', 'Please keep it simple.'],
        ['_gotcha', ''],
      ])
        expect(sent).toContain(`name="${field}"\r\n\r\n${value}`);

      await letThrough();
      await expect(page.getByText(success, { exact: true })).toBeFocused();
      await expectAccessible(page, `${name}, sent`);
      await page.getByRole('button', { name: again }).click();
      await expect(form.getByLabel('Message', { exact: true })).toHaveValue('');
      await page.reload();
      await expect(form.getByLabel('Message', { exact: true })).toHaveValue('');
    });

    test('asks for what is missing, and sends nothing', async ({ page }) => {
      let requests = 0;
      page.on('request', (request) => {
        if (request.url().endsWith(action)) requests += 1;
      });
      await page.goto(path);
      const form = formOf(page);
      await form.getByRole('button', { name: send }).click();
      await expect(form.getByLabel('Name', { exact: true })).toBeFocused();
      await expect(form.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(
        'Please give your name.',
      );
      await expect(form.getByLabel('Email', { exact: true })).toHaveAccessibleDescription(
        'Please give your email address.',
      );
      await expect(form.getByLabel('Message', { exact: true })).toHaveAccessibleDescription(
        /^Please write a few words\./,
      );
      await fillIn(form);
      await form.getByLabel('Email', { exact: true }).fill('asha@');
      await form.getByLabel('Message', { exact: true }).fill('क'.repeat(5_001));
      await form.getByRole('button', { name: send }).click();
      await expect(form.getByLabel('Email', { exact: true })).toHaveAccessibleDescription(
        'Please write the address like name@example.com.',
      );
      await form.getByLabel('Email', { exact: true }).fill('asha@example.com');
      await form.getByRole('button', { name: send }).click();
      await expect(form.getByLabel('Message', { exact: true })).toHaveAccessibleDescription(
        /^Please shorten the message to 5,000 characters\. It has 5,001 now\./,
      );
      await expect(form.getByLabel('Message', { exact: true })).toBeFocused();
      expect(requests).toBe(0);
      await expectAccessible(page, `${name}, refused here`);
    });

    test('shows what the service refuses, under each field behind its label', async ({
      page,
      expectTrouble,
    }) => {
      expectTrouble(refusedLine(422));
      await page.goto(path);
      const form = formOf(page);
      await fillIn(form);
      await answerWith(
        page,
        action,
        {
          error: 'Validation errors',
          errors: [
            { code: 'TYPE_EMAIL', field: 'email', message: 'should be an email' },
            { code: 'REQUIRED_FIELD_EMPTY', field: 'message', message: 'is required' },
            { code: 'INACTIVE', message: 'Form is inactive' },
          ],
        },
        422,
      );
      await form.getByRole('button', { name: send }).click();
      await expect(form.getByLabel('Email', { exact: true })).toHaveAccessibleDescription(
        'Email should be an email',
      );
      await expect(form.getByLabel('Message', { exact: true })).toHaveAccessibleDescription(
        /^Message is required/,
      );
      await expect(form.getByLabel('Email', { exact: true })).toBeFocused();
      await expect(page.getByRole('alert')).toContainText(
        'Submission failed.This form is switched off at the moment.',
      );
      await expectNothingLost(form);
      await expectAccessible(page, `${name}, refused there`);
      await page.getByRole('button', { name: 'Dismiss this message' }).click();
      await expect(page.getByRole('alert')).toBeEmpty();
    });

    test('keeps what was typed when the line breaks, and over a reload', async ({ page, expectTrouble }) => {
      expectTrouble(OFFLINE_LINE);
      await page.goto(path);
      const form = formOf(page);
      await fillIn(form);
      await cutOff(page, action);
      await form.getByRole('button', { name: send }).click();
      await expect(page.getByRole('alert')).toContainText('Submission failed.We could not hand it over.');
      await expectNothingLost(form);
      await page.reload();
      await expectNothingLost(form);
      await answerWith(page, action, { ok: true, next: '/thanks' });
      await form.getByRole('button', { name: send }).click();
      await expect(page.getByText(success, { exact: true })).toBeVisible();
    });

    test('a press before the scripts have come is not lost', async ({ page }) => {
      await answerWith(page, action, { ok: true, next: '/thanks' });
      const letScripts = await holdBack(page, SCRIPTS);
      await page.goto(path, { waitUntil: 'commit' });
      const form = formOf(page);
      await fillIn(form);
      await form.getByRole('button', { name: send }).click();
      await letScripts();
      await expect(page.getByText(success, { exact: true })).toBeVisible();
    });
  });

  test(`${name}: knows who is signed in`, async ({ page, person }) => {
    await page.goto(path);
    await expect(formOf(page).getByLabel('Name', { exact: true })).toHaveValue(person.user.name);
    await expect(formOf(page).getByLabel('Email', { exact: true })).toHaveValue(person.user.email);
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, storageState: { cookies: [], origins: [] } });

  for (const { name, path, action, send } of FORMS) {
    test(`${name} is sent by the browser itself`, async ({ page, expectTrouble }) => {
      expectTrouble(SCRIPTS_NOT_RUN_LINE);
      await page.route(`**${action}`, (route) =>
        route.fulfill({ contentType: 'text/html', body: '<h1>Thank you</h1>' }),
      );
      await page.goto(path);
      const form = formOf(page);
      await fillIn(form);
      const [request] = await Promise.all([
        page.waitForRequest(`**${action}`),
        form.getByRole('button', { name: send }).click(),
      ]);
      expect(request.method()).toBe('POST');
      expect(Object.fromEntries(new URLSearchParams(request.postData() ?? ''))).toEqual({
        name: 'Asha',
        email: 'asha@example.com',
        message: 'Please keep it simple.\r\nAsha',
        _gotcha: '',
      });
      await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
    });
  }
});

test('contact names the public address', async ({ page }) => {
  await page.goto(PAGES.contact);
  const link = page.getByRole('main').getByRole('link', { name: 'hello@example.com' });
  await expect(link).toHaveAttribute('href', 'mailto:hello@example.com');
});
