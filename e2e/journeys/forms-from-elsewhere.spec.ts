import { AS_IT_IS, expectAccessible } from '../support/accessible.ts';
import { arriveSignedIn } from '../support/account.ts';
import { formOf, MESSAGE_FORMS, notificationsOf } from '../support/message-forms.ts';
import { refusedLine } from '../support/network-edge.ts';
import { expect, test } from '../support/test.ts';
import { uniqueAddress } from '../support/unique-address.ts';

/** Another site, as the browser sees it: nothing listens there. */
const ELSEWHERE = 'http://127.0.0.1:1/';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Another site sends the visitor's browser to our form with what the visitor has not seen. */
const pageOf = (address: string) => `<!doctype html><title>Elsewhere</title>
  <form method="post" action="${address}">
    <input type="hidden" name="email" value="">
    <input type="hidden" name="message" value="Which address does my account have?">
    <input type="hidden" name="_replyto" value="mallory@evil.example">
    <input type="hidden" name="_subject" value="My account">
    <input type="hidden" name="approval" value="Approved by support">
    <button>Go on</button>
  </form>`;

for (const { name, action, send, thanks } of MESSAGE_FORMS) {
  test(`${name}: what another site put into a form does not go out in a visitor’s name`, async ({
    page,
    mailbox,
    baseURL,
    expectTrouble,
  }) => {
    expectTrouble(refusedLine(422));
    const email = uniqueAddress('asha');
    await arriveSignedIn(page, mailbox, email);
    await page.route(ELSEWHERE, (route) =>
      route.fulfill({ contentType: 'text/html', body: pageOf(`${baseURL}${action}`) }),
    );
    await page.goto(ELSEWHERE);
    await page.getByRole('button', { name: 'Go on' }).click();
    await expect(page).toHaveURL(action);

    const form = formOf(page);
    await expect(form.getByLabel('Message', { exact: true })).toHaveValue(
      'Which address does my account have?',
    );
    await expect(form.locator('input, textarea')).toHaveCount(3);
    const leftOut = page.getByRole('region', { name: 'What is left out' });
    await expect(leftOut).toContainText('Approved by support');
    await expect(page.getByRole('main')).not.toContainText('mallory');
    await expectAccessible(page, `${name}, from elsewhere`, AS_IT_IS);

    await form.getByLabel('Name', { exact: true }).fill('Asha');
    await form.getByLabel('Email', { exact: true }).fill(email);
    await form.getByRole('button', { name: send }).click();
    await expect(page).toHaveURL(thanks);
    const [mail, ...others] = await notificationsOf(mailbox, email);
    expect(others).toEqual([]);
    expect(mail?.text).toContain(`The sender was signed in as ${email}`);
    expect(mail?.text).toContain(`your answer goes to ${email}`);
    expect(mail?.text).not.toMatch(/mallory|Approved by support/);
    expect(mail?.subject).not.toBe('My account');
  });
}
