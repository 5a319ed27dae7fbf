import { OPERATIONS, PAGES, pathFor } from '#contract/paths.ts';
import { expectAccessible } from '../support/accessible.ts';
import {
  expectNothingLost,
  fillIn,
  formOf,
  MESSAGE_FORMS,
  newLetter,
  notificationsOf,
} from '../support/message-forms.ts';
import { answerWith, cutOff, holdBack, OFFLINE_LINE, refusedLine, SCRIPTS } from '../support/network-edge.ts';
import { expect, test } from '../support/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const { name, path, action, send, busy, success, again } of MESSAGE_FORMS) {
  test.describe(name, () => {
    test('is sent as a multipart form, arrives, says so, and can be sent again', async ({
      page,
      mailbox,
    }) => {
      const letter = newLetter();
      await page.goto(path);
      const form = formOf(page);
      await expect(form.getByLabel('Message', { exact: true })).toHaveAttribute('rows', '4');
      await fillIn(form, letter);
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
        ['name', letter.Name],
        ['email', letter.Email],
        ['message', 'Please keep it simple.'],
        ['_gotcha', ''],
      ])
        expect(sent).toContain(`name="${field}"\r\n\r\n${value}`);

      await letThrough();
      await expect(page.getByText(success, { exact: true })).toBeFocused();
      await expectAccessible(page, `${name}, sent`);
      const [mail, ...others] = await notificationsOf(mailbox, letter.Email);
      expect(others).toEqual([]);
      expect(mail?.subject).toContain(letter.Name);
      expect(mail?.text).toContain('Please keep it simple.\nAsha');
      const shown = await page.request.get(pathFor(OPERATIONS.mailboxMail, mail?.id ?? ''));
      expect(await shown.text()).toContain(`<dt>Reply to</dt><dd>${letter.Email}</dd>`);

      await page.getByRole('button', { name: again }).click();
      await expect(form.getByLabel('Message', { exact: true })).toHaveValue('');
      await page.reload();
      await expect(form.getByLabel('Message', { exact: true })).toHaveValue('');
    });

    test('asks for what is missing, and sends nothing', async ({ page }) => {
      const letter = newLetter();
      let requests = 0;
      page.on('request', (request) => {
        if (request.url().endsWith(action)) requests += 1;
      });
      await page.goto(path);
      const form = formOf(page);
      // Until then the browser itself says what is missing.
      await expect(form).toHaveAttribute('novalidate');
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
      await fillIn(form, { ...letter, Email: 'asha@', Message: 'क'.repeat(5_001) });
      await form.getByRole('button', { name: send }).click();
      await expect(form.getByLabel('Email', { exact: true })).toHaveAccessibleDescription(
        'Please write the address like name@example.com.',
      );
      await form.getByLabel('Email', { exact: true }).fill(letter.Email);
      await form.getByRole('button', { name: send }).click();
      await expect(form.getByLabel('Message', { exact: true })).toHaveAccessibleDescription(
        /^Please shorten the message to 5,000 characters\. It has 5,001 now\./,
      );
      await expect(form.getByLabel('Message', { exact: true })).toBeFocused();
      expect(requests).toBe(0);
      await expectAccessible(page, `${name}, refused here`);
    });

    test('takes a message of just the length that it allows, line breaks included', async ({
      page,
      mailbox,
    }) => {
      const letter = newLetter({
        Message: `${'य'.repeat(49)}\n`.repeat(100).slice(0, -1).padEnd(5_000, '.'),
      });
      await page.goto(path);
      await fillIn(formOf(page), letter);
      await formOf(page).getByRole('button', { name: send }).click();
      await expect(page.getByText(success, { exact: true })).toBeVisible();
      expect((await notificationsOf(mailbox, letter.Email))[0]?.text).toContain(letter.Message.slice(-200));
    });

    test('shows what the server refuses, under each field behind its label', async ({
      page,
      mailbox,
      expectTrouble,
    }) => {
      expectTrouble(refusedLine(422));
      const letter = newLetter();
      await page.goto(path);
      const form = formOf(page);
      const email = form.getByLabel('Email', { exact: true });
      const message = form.getByLabel('Message', { exact: true });
      // No browser sees anything wrong with these.
      const wrong = { ...letter, Email: 'asha@home', Message: ' \n ' };
      await fillIn(form, wrong);
      await form.getByRole('button', { name: send }).click();
      await expect(email).toHaveAccessibleDescription(/^Email \S/);
      await expect(message).toHaveAccessibleDescription(/^Message \S/);
      for (const field of [email, message]) await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(email).toBeFocused();
      await expect(page.getByRole('alert')).toContainText('Submission failed.');
      await expectNothingLost(form, wrong);
      await expectAccessible(page, `${name}, refused there`);

      await fillIn(form, letter);
      await expect(email).not.toHaveAttribute('aria-invalid');
      await form.getByRole('button', { name: send }).click();
      await expect(page.getByText(success, { exact: true })).toBeFocused();
      expect(await notificationsOf(mailbox, letter.Email)).toHaveLength(1);
    });

    test('says why a hosted form takes nothing', async ({ page, expectTrouble }) => {
      expectTrouble(refusedLine(403));
      const letter = newLetter();
      await page.goto(path);
      const form = formOf(page);
      await fillIn(form, letter);
      const refusal = { error: 'Inactive', errors: [{ code: 'INACTIVE', message: 'Form is inactive' }] };
      await answerWith(page, action, refusal, 403);
      await form.getByRole('button', { name: send }).click();
      await expect(page.getByRole('alert')).toContainText(
        'Submission failed.This form is switched off at the moment.',
      );
      await expectNothingLost(form, letter);
      await expectAccessible(page, `${name}, switched off`);
      await page.getByRole('button', { name: 'Dismiss this message' }).click();
      await expect(page.getByRole('alert')).toBeEmpty();
    });

    test('keeps what was typed when the line breaks, and over a reload', async ({
      page,
      mailbox,
      expectTrouble,
    }) => {
      expectTrouble(OFFLINE_LINE);
      const letter = newLetter();
      await page.goto(path);
      const form = formOf(page);
      await fillIn(form, letter);
      await cutOff(page, action);
      await form.getByRole('button', { name: send }).click();
      await expect(page.getByRole('alert')).toContainText('Submission failed.We could not hand it over.');
      await expectNothingLost(form, letter);
      await page.reload();
      await expectNothingLost(form, letter);
      await page.unroute(`**${action}`);
      await form.getByRole('button', { name: send }).click();
      await expect(page.getByText(success, { exact: true })).toBeVisible();
      expect(await notificationsOf(mailbox, letter.Email)).toHaveLength(1);
    });

    test('is stored once when the answer was lost and it is sent again', async ({
      page,
      mailbox,
      expectTrouble,
    }) => {
      expectTrouble(OFFLINE_LINE);
      const letter = newLetter();
      await page.goto(path);
      const form = formOf(page);
      await fillIn(form, letter);
      await page.route(
        `**${action}`,
        async (route) => {
          await route.fetch();
          await route.abort('internetdisconnected');
        },
        { times: 1 },
      );
      await form.getByRole('button', { name: send }).click();
      await expect(page.getByRole('alert')).toContainText('Submission failed.We could not hand it over.');
      expect(await notificationsOf(mailbox, letter.Email)).toHaveLength(1);
      await expectNothingLost(form, letter);
      await form.getByRole('button', { name: send }).click();
      await expect(page.getByText(success, { exact: true })).toBeVisible();
      expect(await notificationsOf(mailbox, letter.Email)).toHaveLength(1);
    });

    test('is sent once by an impatient double click', async ({ page, mailbox }) => {
      const letter = newLetter();
      let requests = 0;
      page.on('request', (request) => {
        if (request.url().endsWith(action)) requests += 1;
      });
      await page.goto(path);
      const form = formOf(page);
      await fillIn(form, letter);
      const letThrough = await holdBack(page, action);
      await form.getByRole('button', { name: send }).dblclick();
      // Playwright loses sight of a request that is sent while it stops holding requests back.
      await expect.poll(() => requests).toBeGreaterThan(0);
      await letThrough();
      await expect(page.getByText(success, { exact: true })).toBeVisible();
      expect(requests).toBe(1);
      expect(await notificationsOf(mailbox, letter.Email)).toHaveLength(1);
    });

    test('a press before the scripts have come is not lost', async ({ page, mailbox }) => {
      const letter = newLetter();
      const letScripts = await holdBack(page, SCRIPTS);
      await page.goto(path, { waitUntil: 'commit' });
      const form = formOf(page);
      await fillIn(form, letter);
      await form.getByRole('button', { name: send }).click();
      await letScripts();
      await expect(page.getByText(success, { exact: true })).toBeVisible();
      expect(await notificationsOf(mailbox, letter.Email)).toHaveLength(1);
    });

    test('what is typed before the scripts have come outlives a reload', async ({ page }) => {
      const letter = newLetter();
      const letScripts = await holdBack(page, SCRIPTS);
      await page.goto(path, { waitUntil: 'commit' });
      const form = formOf(page);
      await fillIn(form, letter);
      await letScripts();
      await page.waitForFunction(() => Object.keys(sessionStorage).some((key) => key.startsWith('draft-')));
      await page.reload();
      await expectNothingLost(form, letter);
    });

    test('tells nobody of what a program wrote that fills in every field', async ({ page, mailbox }) => {
      const letter = newLetter();
      await page.goto(path);
      const form = formOf(page);
      await fillIn(form, letter);
      await form.locator('[name="_gotcha"]').fill('https://cheap.example.com');
      await form.getByRole('button', { name: send }).click();
      await expect(page.getByText(success, { exact: true })).toBeVisible();
      expect(await notificationsOf(mailbox, letter.Email)).toEqual([]);
    });
  });
}

test('contact names the public address', async ({ page }) => {
  await page.goto(PAGES.contact);
  const link = page.getByRole('main').getByRole('link', { name: 'hello@example.com' });
  await expect(link).toHaveAttribute('href', 'mailto:hello@example.com');
});
