import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { CONSOLE_LINK_WORDS } from '#content/features/console.ts';
import { PAGES } from '#content/page-paths.ts';
import { FORMS_API, pathFor } from '#contract/paths.ts';
import { CROSSWISE, DESK, expectAccessible, PHONE } from '#e2e/support/accessible.ts';
import { enterConsole, invitationTo, newColleague, openView } from '#e2e/support/console.ts';
import { openHydrated } from '#e2e/support/hydrated.ts';
import { newestMail, uniqueAddress } from '#e2e/support/mailbox.ts';
import { turnOnSecondStep } from '#e2e/support/second-step.ts';
import { expect, test } from '#e2e/support/test.ts';
import { CONSOLE } from '#features/console/contract.ts';

const main = (page: Page) => page.getByRole('main');
const press = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).click();
/** All tests here share one inbox, so this search word must be in no other message. */
const uniqueWord = () => `kite${randomBytes(5).toString('hex')}`;

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

async function search(page: Page, words: string): Promise<void> {
  await main(page).getByLabel('Words, email, reference').fill(words);
  await press(page, 'Show');
}

/** Waits for the box that ticks all rows. The console’s script shows this box once it handles keys. */
const expectKeys = (page: Page) => expect(main(page).getByLabel('All', { exact: true })).toBeVisible();

/** The console answers with pages of status 401, 403 and 404. The browser logs these as errors. */
const ASKS = /status of 40[134]/;

test('the console is accessible when empty and when full, and its pages work by keyboard alone', async ({
  page,
  expectTrouble,
}) => {
  test.slow();
  expectTrouble(ASKS);
  const word = uniqueWord();
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
  await expect(page.locator('#security-second-step')).toBeFocused();
  const [code] = await turnOnSecondStep(page);
  await page.goto(CONSOLE.home);
  await page.locator('.console-account summary').click();
  await page.getByRole('button', { name: 'Close the console' }).click();
  await openHydrated(page, PAGES.security);
  await page.getByRole('link', { name: CONSOLE_LINK_WORDS.open }).click();
  await expectAccessible(page, 'who sits here', 'main');
  await enterConsole(page, code);
  // Checks only some views, because the others have the same parts; analytics.spec.ts checks the charts of the visits. A fork may
  // have removed the feature of a view.
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
  await search(page, word);
  await expect(main(page).locator('[data-row]')).toHaveCount(3);
  await expectKeys(page);
  // By keyboard alone: show the list of keys, open the second message, answer it, then ask to delete one from the list.
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('o');
  await expect(main(page)).toContainText(`${word} two`);
  await expectAccessible(page, 'a message');
  await page.keyboard.press('u');
  await expectKeys(page);
  await expect(main(page).locator('[data-row]').nth(1).getByRole('link').first()).toBeFocused();
  await page.keyboard.press('o');
  await expect(main(page)).toContainText(`${word} two`);
  await page.waitForLoadState();
  await page.keyboard.press('r');
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
  expect((await newestMail(page, sender, 2)).text).toContain('hello e');
  await page.goto(`${CONSOLE.inbox}?words=${word}`);
  await expect(main(page).locator('[data-row]')).toHaveCount(2);
  await expectKeys(page);
  // Marks a message as done. The next key acts on the row that moves up into its place.
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await expect(page.locator('#done')).toBeVisible();
  await expectKeys(page);
  await expect(main(page).locator('[data-row] a').first()).toBeFocused();
  await main(page).getByLabel('All', { exact: true }).check();
  await expect(main(page).getByText('1 chosen', { exact: true })).toBeVisible();
  await main(page).getByLabel('All', { exact: true }).uncheck();
  await page.keyboard.press('z');
  await expect(main(page).locator('[data-row]')).toHaveCount(2);
  await expectKeys(page);
  await page.keyboard.press('j');
  await page.keyboard.press('#');
  await expect(main(page).getByRole('button', { name: 'Delete for good' })).toBeVisible();
  // Keys have no effect before the page’s script has run.
  await page.waitForLoadState();
  await page.keyboard.press('u');
  await expect(main(page).locator('[data-row]')).toHaveCount(2);
  await expectKeys(page);
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(main(page).getByText('1 chosen', { exact: true })).toBeVisible();
  await main(page).getByLabel('All', { exact: true }).check();
  await expect(main(page).getByText('2 chosen', { exact: true })).toBeVisible();
  await page.keyboard.press('/');
  await expect(main(page).getByRole('searchbox')).toBeFocused();
  await sendMessages(page, [`${word} four`]);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.locator('#news')).toContainText('There are new messages');
  await expect(page).toHaveTitle(/^\(\d+\) Inbox/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  await expect(page.locator('#done')).toContainText('2 messages');
});
