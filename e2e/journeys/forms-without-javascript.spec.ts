import { PAGES } from '#contract/paths.ts';
import {
  expectNothingLost,
  fillIn,
  formOf,
  MESSAGE_FORMS,
  newLetter,
  notificationsOf,
} from '../support/message-forms.ts';
import { refusedLine } from '../support/network-edge.ts';
import { expect, test } from '../support/test.ts';

test.use({ javaScriptEnabled: false, contextOptions: { reducedMotion: 'reduce' } });

for (const { name, path, action, send, success, again, thanks, thanksTitle } of MESSAGE_FORMS) {
  test.describe(name, () => {
    test('is sent by the browser itself, and leads to a page that says so', async ({ page, mailbox }) => {
      const letter = newLetter();
      await page.goto(path);
      await fillIn(formOf(page), letter);
      const [request, answer] = await Promise.all([
        page.waitForRequest(`**${action}`),
        page.waitForResponse(`**${action}`),
        formOf(page).getByRole('button', { name: send }).click(),
      ]);
      expect(request.method()).toBe('POST');
      expect(Object.fromEntries(new URLSearchParams(request.postData() ?? ''))).toEqual({
        name: letter.Name,
        email: letter.Email,
        message: 'Please keep it simple.\r\nAsha',
        _gotcha: '',
      });
      expect(answer.status()).toBe(303);
      await expect(page).toHaveURL(thanks);
      await expect(page).toHaveTitle(thanksTitle);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(success);
      expect(await notificationsOf(mailbox, letter.Email)).toHaveLength(1);

      await page.goBack();
      await page.goForward();
      expect(await notificationsOf(mailbox, letter.Email)).toHaveLength(1);
      await page.getByRole('link', { name: again }).click();
      await expect(page).toHaveURL(path);
      await page.goto(thanks);
      await page.getByRole('link', { name: 'To the home page' }).click();
      await expect(page).toHaveURL(PAGES.home);
    });

    test('with mistakes that a browser does not see, it comes back with all that was typed', async ({
      page,
      mailbox,
      expectTrouble,
    }) => {
      expectTrouble(refusedLine(422));
      const letter = newLetter();
      const wrong = { ...letter, Email: 'asha@home', Message: `<b>${'क'.repeat(5_000)}</b>` };
      await page.goto(path);
      await fillIn(formOf(page), wrong);
      await formOf(page).getByRole('button', { name: send }).click();
      const email = formOf(page).getByLabel('Email', { exact: true });
      const message = formOf(page).getByLabel('Message', { exact: true });
      await expect(email).toHaveAttribute('aria-invalid', 'true');
      await expect(email).toHaveAccessibleDescription(/^Email \S/);
      await expect(message).toHaveAttribute('aria-invalid', 'true');
      await expect(message).toHaveAccessibleDescription(/^Message \S/);
      await expectNothingLost(formOf(page), wrong);

      await email.fill(letter.Email);
      await message.fill(letter.Message);
      await formOf(page).getByRole('button', { name: send }).click();
      await expect(page).toHaveURL(thanks);
      const [mail, ...others] = await notificationsOf(mailbox, letter.Email);
      expect(mail?.text).toContain('Please keep it simple.\nAsha');
      expect(others).toEqual([]);
    });
  });
}
