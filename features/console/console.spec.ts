import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { FORMS_API, pathFor } from '#contract/paths.ts';
import { DESK, expectAccessible, ONCE, PHONE } from '#e2e/support/accessible.ts';
import { enterConsole, invitationTo, joinConsole, newColleague, openView } from '#e2e/support/console.ts';
import { newestMail, uniqueAddress } from '#e2e/support/mailbox.ts';
import { turnOnSecondStep } from '#e2e/support/second-step.ts';
import { expect, test } from '#e2e/support/test.ts';
import { CONSOLE } from '#features/console/contract.ts';

const main = (page: Page) => page.getByRole('main');
const press = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).click();
/** A word that no other message has: all journeys share one inbox. */
const uniqueWord = () => `kite${randomBytes(5).toString('hex')}`;

/** What visitors sent: `from` is no account's. */
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
  await main(page).getByLabel('Name, address, words or reference').fill(words);
  await press(page, 'Show');
}

/** The console's script has run: it shows the box that ticks all. Keys that were pressed before do nothing. */
const expectKeys = (page: Page) => expect(main(page).getByLabel('All', { exact: true })).toBeVisible();

/** The console answers 401, 403 and 404 with pages, which the browser tells of. */
const ASKS = /status of 40[134]/;

test('an owner invites a colleague, who finds messages by their words and marks one; what a message holds never runs', async ({
  page,
  newVisitor,
  expectTrouble,
}) => {
  test.slow();
  expectTrouble(ASKS);
  const word = uniqueWord();
  await sendMessages(page, [
    `${word} kites: when do you open?`,
    `${word} <img src=x onerror=alert(1)> <b>bold</b>`,
  ]);
  const owner = await newColleague(page, 'owner');
  await joinConsole(page, await invitationTo(owner, 'owner'));
  await openView(page, 'Operators');
  const helper = await newVisitor();
  const colleague = await newColleague(helper, 'support');
  await main(page).getByLabel('Email address of their account').fill(colleague);
  await page.getByRole('region', { name: 'Invite a colleague' }).locator('select').selectOption('support');
  await press(page, 'Make a link');
  await joinConsole(helper, (await page.locator('#done code').textContent()) ?? '');
  await openView(helper, 'Inbox');
  await search(helper, `${word} kites`);
  await main(helper).getByRole('link', { name: 'Meera Nair', exact: true }).click();
  await expect(main(helper)).toContainText('when do you open?');
  await main(helper).getByRole('button', { name: 'Done', exact: true }).click();
  await press(helper, 'Undo');
  await openView(helper, 'Inbox');
  await search(helper, `${word} bold`);
  await expect(main(helper).locator('.said').first()).toContainText('<img src=x onerror=alert(1)>');
});

test('the console is accessible, empty and full, and each of its pages works by keyboard', async ({
  page,
  expectTrouble,
}) => {
  test.slow();
  expectTrouble(ASKS);
  const word = uniqueWord();
  await sendMessages(page, [`${word} one`, `${word} two`, `${word} three`]);
  const owner = await newColleague(page, 'owner');
  await page.goto(CONSOLE.home);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Confirm it’s you');
  await page.goto(await invitationTo(owner, 'owner'));
  await expectAccessible(page, 'an invitation');
  await press(page, 'Join');
  await expectAccessible(page, 'a factor is needed');
  const [code] = await turnOnSecondStep(page);
  await page.goto(CONSOLE.home);
  await expectAccessible(page, 'who sits here', ONCE);
  await enterConsole(page, code);
  for (const view of [
    'Overview',
    'Inbox',
    'Requests',
    'People',
    'Mail',
    'Visits',
    'Launch list',
    'Announcements',
    'System',
    'Operators',
  ]) {
    await openView(page, view);
    // What is around it is looked at with the first; the others are made of the same parts, but for the charts of the visits.
    if (view === 'Inbox' || view === 'Visits') await expectAccessible(page, view);
    else await expectAccessible(page, view, ONCE, 'main');
  }
  await page.setViewportSize(DESK);
  await openView(page, 'Inbox');
  await search(page, word);
  await expect(main(page).locator('[data-row]')).toHaveCount(3);
  await expectKeys(page);
  // By keys alone: which there are, the second message is opened, done, and the third is opened from the list.
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('o');
  await expect(main(page)).toContainText(`${word} two`);
  await expectAccessible(page, 'a message');
  await page.keyboard.press('e');
  await expect(page.locator('#done')).toBeVisible();
  await page.goto(`${CONSOLE.inbox}?words=${word}`);
  await expect(main(page).locator('[data-row]')).toHaveCount(2);
  await expectKeys(page);
  await page.keyboard.press('j');
  await page.keyboard.press('#');
  await expect(main(page).getByRole('button', { name: 'Delete for good' })).toBeVisible();
  // A key before the page's script has run is nobody's.
  await page.waitForLoadState();
  await page.keyboard.press('u');
  await expect(main(page).locator('[data-row]')).toHaveCount(2);
  await expectKeys(page);
  await page.keyboard.press('/');
  await expect(main(page).getByRole('searchbox')).toBeFocused();
  // What has come is told at the next look: the page looks as soon as it is seen again.
  await sendMessages(page, [`${word} four`]);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.locator('#news')).toContainText('Something new has come');
});

test.describe('by the browser itself', () => {
  test.use({ javaScriptEnabled: false, viewport: PHONE });

  test('on a phone and without JavaScript an operator signs in, reads, marks, answers and deletes', async ({
    page,
    expectTrouble,
  }) => {
    test.slow();
    expectTrouble(ASKS);
    const word = uniqueWord();
    const sender = uniqueAddress('sender');
    await sendMessages(page, [`${word} one`, `${word} two`], { email: sender });
    const owner = await newColleague(page, 'owner');
    await joinConsole(page, await invitationTo(owner, 'owner'));
    await openView(page, 'Inbox');
    await search(page, word);
    await main(page).getByRole('link', { name: 'Meera Nair', exact: true }).first().click();
    await main(page).getByLabel('Your answer').fill(`${word} is open on Tuesday.`);
    await press(page, 'Send');
    expect((await newestMail(page, sender, 2)).text).toContain(`${word} is open on Tuesday.`);
    await openView(page, 'Inbox');
    await search(page, word);
    await main(page)
      .getByRole('listitem')
      .getByRole('link', { name: /^Delete/ })
      .click();
    await press(page, 'Delete for good');
    await openView(page, 'Inbox');
    await search(page, word);
    await expect(main(page)).toContainText('Nothing matches');
  });
});
