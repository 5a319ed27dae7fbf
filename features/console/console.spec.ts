import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { CONSOLE_LINK_WORDS } from '#content/features/console.ts';
import { PASSKEY_WORDS } from '#content/features/passkeys.ts';
import { PAGES } from '#content/page-paths.ts';
import { FORMS_API, pathFor } from '#contract/paths.ts';
import { CROSSWISE, DESK, expectAccessible, PHONE } from '#e2e/support/accessible.ts';
import { addAuthenticator, PASSWORD, prove, turnOnSecondStep } from '#e2e/support/account.ts';
import { enterConsole, invitationTo, newColleague, openView } from '#e2e/support/console.ts';
import { openHydrated } from '#e2e/support/loading.ts';
import { newestMail, uniqueAddress } from '#e2e/support/mailbox.ts';
import { expect, test } from '#e2e/support/test.ts';
import { CONSOLE } from '#features/console/contract.ts';

const main = (page: Page) => page.getByRole('main');
const press = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).click();

/** Sends messages through the contact form, with an address that belongs to no account. */
async function sendMessages(page: Page, texts: readonly string[], fields = {}): Promise<void> {
  for (const message of texts) {
    const answer = await page.request.post(pathFor(FORMS_API.submit, 'contact'), {
      form: { name: 'Meera Nair', email: 'meera@example.com', message, ...fields },
      headers: { accept: 'application/json' },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
}

const all = (page: Page) => main(page).getByLabel('All', { exact: true });

/** Waits until the list has this number of rows and handles keys: the console’s script then shows the box `All`. */
async function expectList(page: Page, rows: number): Promise<void> {
  await expect(main(page).locator('[data-row]')).toHaveCount(rows);
  await expect(all(page)).toBeVisible();
}

async function type(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

test('the console is accessible and works by keyboard', async ({ page, expectTrouble }) => {
  test.slow();
  // Some pages of the console have these statuses, and the browser logs each of them as an error.
  expectTrouble(/status of 40[134]/);
  // Other tests write to this inbox too, so their messages must not have this word.
  const word = `kite${randomBytes(5).toString('hex')}`;
  const sender = uniqueAddress('sender');
  await sendMessages(page, [`${word} one`, `${word} two`, `${word} three`], { email: sender });
  const owner = await newColleague(page, 'owner');
  await page.goto(CONSOLE.home);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Confirm it’s you');
  await page.goto(await invitationTo(owner, 'owner'));
  await expectAccessible(page, 'an invitation', 'main');
  await press(page, 'Join');
  await expectAccessible(page, 'a factor is needed', 'main');
  await main(page).getByRole('link', { name: 'Open Security' }).click();
  await expect(page.locator('#security-passkeys')).toBeFocused();
  const [code] = await turnOnSecondStep(page);
  await page.goto(CONSOLE.home);
  await page.locator('.console-account summary').click();
  await page.getByRole('button', { name: 'Close the console' }).click();
  await openHydrated(page, PAGES.security);
  await page.getByRole('link', { name: CONSOLE_LINK_WORDS.open }).click();
  await expectAccessible(page, 'who sits here', 'main');
  await enterConsole(page, code);
  // The other views have the same parts. A fork may have removed the feature of a view.
  const menu = await page.getByRole('navigation', { name: 'Console' }).innerText();
  const views = ['Overview', 'People', 'Announcements', 'System', 'Inbox'];
  await page.setViewportSize(PHONE);
  for (const view of views.filter((name) => menu.includes(name))) {
    await openView(page, view);
    if (view === 'Inbox') await expectAccessible(page, view, 'html', CROSSWISE);
    else await expectAccessible(page, view, 'main');
  }
  await page.goto(CONSOLE.roles);
  await expectAccessible(page, 'who may do what', 'main');
  await page.setViewportSize(DESK);
  await openView(page, 'Inbox');
  await main(page).getByLabel('Words, email, reference').fill(word);
  await press(page, 'Show');
  await expectList(page, 3);
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  for (let times = 0; times < 2; times++) {
    await type(page, '?');
    await keys.getByRole('button', { name: 'Close' }).click();
    await expect(keys).toBeHidden();
  }
  await type(page, '?');
  await expect(keys).toBeVisible();
  await type(page, 'Escape', 'j', 'j', 'o');
  await expect(main(page)).toContainText(`${word} two`);
  await expectAccessible(page, 'a message');
  await type(page, 'u');
  await expectList(page, 3);
  await expect(main(page).locator('[data-row]').nth(1).getByRole('link').first()).toBeFocused();
  await type(page, 'o');
  await expect(main(page)).toContainText(`${word} two`);
  await page.waitForLoadState();
  await type(page, 'r');
  const answer = main(page).getByRole('textbox', { name: 'Your answer' });
  await expect(answer).toBeFocused();
  await page.keyboard.type('hello e');
  await expect(answer).toHaveValue('hello e');
  const expectAsked = async () => {
    page.once('dialog', (dialog) => dialog.dismiss());
    const asked = page.waitForEvent('dialog');
    await main(page).getByRole('link', { name: 'Back to the list' }).click();
    expect((await asked).type()).toBe('beforeunload');
  };
  await expectAsked();
  await answer.clear();
  await main(page).getByLabel('Subject').fill('Your kites');
  await expectAsked();
  await answer.fill('hello e');
  await press(page, 'Send');
  await expect(page.locator('#done')).toBeFocused();
  expect((await newestMail(page, sender, 2)).text).toContain('hello e');
  await page.goto(`${CONSOLE.inbox}?words=${word}`);
  await expectList(page, 2);
  // Marks a message as done. The next key acts on the row that moves up into its place.
  await type(page, 'j', 'e');
  await expect(page.locator('#done')).toBeVisible();
  await expectList(page, 1);
  await expect(main(page).locator('[data-row] a').first()).toBeFocused();
  await type(page, 'z');
  await expectList(page, 2);
  await expect(main(page).locator('[data-row] a').first()).toBeFocused();
  await type(page, 'j', '#');
  await expect(main(page).getByRole('button', { name: 'Delete for good' })).toBeVisible();
  // Keys have no effect before the page’s script has run.
  await page.waitForLoadState();
  await type(page, 'u');
  await expectList(page, 2);
  await type(page, 'j', 'x');
  await expect(main(page).getByText('1 chosen', { exact: true })).toBeVisible();
  await all(page).check();
  await expect(main(page).getByText('2 chosen', { exact: true })).toBeVisible();
  await type(page, '/');
  await expect(main(page).getByRole('searchbox')).toBeFocused();
  await sendMessages(page, [`${word} four`]);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.locator('#news')).toContainText('There are new messages');
  await expect(page).toHaveTitle(/^\(\d+\) Inbox/);
  await type(page, 'Escape', 'e');
  await expect(page.locator('#done')).toContainText('2 messages');
});

test('after a passkey proof has started a download, the person can prove the identity again, also by password', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(/status of 40[13]/);
  await addAuthenticator(page);
  await page.goto(await invitationTo(await newColleague(page, 'owner'), 'owner'));
  await press(page, 'Join');
  await openHydrated(page, PAGES.security);
  await page.getByRole('button', { name: PASSKEY_WORDS.add }).click();
  await prove(page);
  await expect(page.getByText(PASSKEY_WORDS.done.added)).toBeVisible();
  await page.goto(CONSOLE.home);
  await page.locator('.console-account summary').click();
  await page.getByRole('button', { name: 'Close the console' }).click();
  await page.clock.install();
  await page.goto(CONSOLE.home);
  const sent: string[] = [];
  // The answer to a proof is a download, as if an export had asked for it.
  await page.route(`**${CONSOLE.enter}*`, async (route) => {
    const body = new URLSearchParams(route.request().postData() ?? '');
    sent.push(
      [...body]
        .map(([name, value]) => (value === '' ? '' : name))
        .join(' ')
        .trim(),
    );
    await route.fulfill({
      body: 'a file',
      headers: { 'content-disposition': 'attachment; filename="file.csv"' },
    });
  });
  const sign = page.locator('#sign');
  for (let times = 0; times < 2; times++) {
    await Promise.all([page.waitForEvent('download'), sign.click()]);
    await expect(sign).not.toHaveAttribute('aria-busy');
    // A form can be sent again once it is no longer on its way.
    await page.clock.runFor(3_000);
  }
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await Promise.all([page.waitForEvent('download'), press(page, 'Continue')]);
  expect(sent).toEqual(['proof_signed', 'proof_signed', 'proof_password']);
});

test('a second press while a form is on its way sends nothing', async ({ page }) => {
  await page.goto(await invitationTo(await newColleague(page, 'owner'), 'owner'));
  let sent = 0;
  // The answer 204 lets the browser stay on the page.
  await page.route(`**${CONSOLE.join}*`, async (route) => {
    sent++;
    await route.fulfill({ status: 204 });
  });
  await press(page, 'Join');
  await press(page, 'Join');
  // A request that begins after the second press would reach the server after a form sent by it.
  await page.evaluate(() => fetch('/healthz'));
  expect(sent).toBe(1);
});
