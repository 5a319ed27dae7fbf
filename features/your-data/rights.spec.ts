import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { GRIEVANCE_OFFICER } from '#content/brand.ts';
import { REQUESTS, RIGHTS_WORDS } from '#content/features/your-data-rights.ts';
import { RIGHTS_PAGE_WORDS } from '#content/features/your-data-rights-pages.ts';
import { PAGES } from '#content/page-paths.ts';
import { PAGE_ERRORS } from '#contract/page-errors.ts';
import { FORMS_API, pathFor } from '#contract/paths.ts';
import { CROSSWISE, expectAccessible, PHONE } from '#e2e/support/accessible.ts';
import { openHydrated } from '#e2e/support/hydrated.ts';
import { Keyboard } from '#e2e/support/keyboard.ts';
import { newestLink, newestMail, uniqueAddress } from '#e2e/support/mailbox.ts';
import { cutOff, holdBack, OFFLINE_LINE, refusedLine } from '#e2e/support/network-edge.ts';
import { expect, test } from '#e2e/support/test.ts';
import { LINK_NOT_VALID } from '#features/accounts/refusals.ts';
import { RIGHTS_API, RIGHTS_FORM, RIGHTS_PAGES } from '#features/your-data/rights-contract.ts';
import { readExport } from '#server/testing/read-zip.ts';

const { ask, form } = RIGHTS_WORDS;
const { sent } = RIGHTS_PAGE_WORDS;
const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('[P-012] a visitor without an account can see, download and erase a sent message, by keyboard on a phone', async ({
  page,
  baseURL,
  expectTrouble,
}) => {
  test.slow();
  const { kept, erased } = RIGHTS_PAGE_WORDS;
  await page.setViewportSize(PHONE);
  const email = uniqueAddress();
  const message = `A kite for ${email}`;
  const written = await page.request.post(pathFor(FORMS_API.submit, 'contact'), {
    data: { name: 'Asha', email, message },
    headers: { origin: baseURL ?? '' },
  });
  expect(written.ok()).toBe(true);
  await newestMail(page, email);
  const keyboard = new Keyboard(page);
  await page.goto(PAGES.privacy);
  await page.getByRole('contentinfo').locator(`a[href="${PAGES.rights}"]`).press('Enter');
  await expect(page).toHaveURL(PAGES.rights);
  await keyboard.tabToAndType(main(page).getByLabel(ask.email, { exact: true }), email);
  await keyboard.press('Enter');
  await expect(heading(page)).toHaveText(ask.asked.title);
  await expectAccessible(page, 'rights, asked', 'html', CROSSWISE);
  const link = await newestLink(page, email, 2);
  expect(new URL(link).pathname).toBe(RIGHTS_PAGES.link);

  await page.goto(link);
  await expect(main(page).getByText(message)).toBeVisible();
  await expectAccessible(page, 'rights, kept', 'main');
  const downloading = page.waitForEvent('download');
  await keyboard.tabToAndPress(button(page, kept.download));
  const { tables } = readExport(readFileSync(await (await downloading).path()));
  expect(tables.submissions).toMatchObject([{ message, email }]);

  await keyboard.tabToAndPress(main(page).getByLabel(kept.erase.sure), 'Space');
  await keyboard.tabToAndPress(button(page, kept.erase.submit));
  await expect(heading(page)).toHaveText(erased.title);
  await expect(main(page).getByText(erased.counts.submissions.replace('{count}', '1'))).toBeVisible();
  for (const words of erased.stays) await expect(main(page).getByText(words)).toBeVisible();

  await expectAccessible(page, 'rights, erased', 'main');
  await page.getByRole('contentinfo').locator(`a[href="${PAGES.privacy}"]`).press('Enter');
  await expect(page).toHaveURL(PAGES.privacy);

  expectTrouble(refusedLine(410));
  await page.goto(link);
  await expect(page.getByRole('alert')).toHaveText(LINK_NOT_VALID.message);
  await main(page).getByLabel(ask.email, { exact: true }).fill(email);
  await button(page, ask.submit).press('Enter');
  await page.goto(await newestLink(page, email));
  await expect(heading(page)).toHaveText(kept.title);
  await expect(main(page).getByText(message)).toHaveCount(0);
});

test('a typed request survives a lost connection, and is forgotten once it has arrived', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(OFFLINE_LINE);
  const action = pathFor(FORMS_API.submit, RIGHTS_FORM);
  const typed = 'You spelled my name wrong.';
  const message = main(page).getByLabel(form.message, { exact: true });
  await openHydrated(page, PAGES.rights);
  await main(page)
    .getByLabel(form.request)
    .selectOption(REQUESTS[5] ?? '');
  await main(page).getByLabel(form.email, { exact: true }).fill(uniqueAddress());
  await message.fill(typed);
  await cutOff(page, action);
  await button(page, form.submit).press('Enter');
  await expect(page.getByText(PAGE_ERRORS.OFFLINE)).toBeVisible();
  await page.reload();
  await expect(message).toHaveValue(typed);
  await page.unroute(`**${action}`);
  await button(page, form.submit).press('Enter');
  await expect(heading(page)).toHaveText(sent.title);
  expect(new URL(page.url()).pathname).toBe(RIGHTS_PAGES.sent);
  await openHydrated(page, PAGES.rights);
  await expect(message).toHaveValue('');
});

test('the button that asks for a link is busy until the next page is shown, so that a second press sends no second mail', async ({
  page,
}) => {
  await openHydrated(page, PAGES.rights);
  await main(page).getByLabel(ask.email, { exact: true }).fill(uniqueAddress());
  const letThrough = await holdBack(page, RIGHTS_API.ask);
  const isBusy = await button(page, ask.submit).evaluate(async (pressed: HTMLButtonElement) => {
    pressed.click();
    // Waits until the page is idle, because React has rendered all of its changes by then.
    await new Promise((resolve) => requestIdleCallback(resolve));
    return pressed.ariaBusy;
  });
  expect(isBusy).toBe('true');
  letThrough();
  await expect(heading(page)).toHaveText(ask.asked.title);
});

test.describe('a request about personal data without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: PHONE });

  test('[P-108] a visitor who sends a request sees its reference and due date, by keyboard on a phone', async ({
    page,
  }) => {
    const email = uniqueAddress();
    const keyboard = new Keyboard(page);
    await page.goto(PAGES.rights);
    await expect(main(page).getByRole('link', { name: GRIEVANCE_OFFICER.email })).toBeVisible();
    await keyboard.tabToAndType(main(page).getByLabel(form.request), REQUESTS[5] ?? '');
    await keyboard.tabToAndType(main(page).getByLabel(form.email, { exact: true }), email);
    await keyboard.tabToAndType(
      main(page).getByLabel(form.message, { exact: true }),
      'You spelled my name wrong.',
    );
    await keyboard.tabToAndPress(button(page, form.submit));
    await expect(heading(page)).toHaveText(sent.title);
    const [reference, due] = await main(page).locator('dd').allInnerTexts();
    expect(reference).toMatch(/^[0-9a-f]{8}$/);
    expect(due).toMatch(/^\d{1,2} [A-Z][a-z]+ \d{4}$/);
    const { subject, text } = await newestMail(page, email);
    expect(subject).toContain(reference);
    expect(text).toContain(due);
    await page.reload();
    await expect(main(page).locator('dd').first()).toHaveText(reference ?? '');
  });
});
