import type { Page } from '@playwright/test';
import { PAGES } from '#contract/paths.ts';
import { AS_IT_IS, expectAccessible } from '../support/accessible.ts';
import { fillIn, formOf, type Letter, MESSAGE_FORMS, newLetter } from '../support/message-forms.ts';
import { refusedLine } from '../support/network-edge.ts';
import { expect, test } from '../support/test.ts';

/**
 * The page that the server shows to a browser without JavaScript when it refuses a form. Looked at in a browser that has
 * it: what looks for mistakes runs as a script.
 */
test.use({ contextOptions: { reducedMotion: 'reduce' } });
// Each look takes about a second where the processors are shared.
test.describe.configure({ timeout: 90_000 });

/** Sends the form as the browser itself does. */
async function sendByBrowser(page: Page, path: string, letter: Letter): Promise<void> {
  await page.goto(path);
  await fillIn(formOf(page), letter);
  await Promise.all([
    page.waitForURL('**/f/*'),
    formOf(page).evaluate((form: HTMLFormElement) => form.submit()),
  ]);
}

async function expectAccessibleInBothThemes(page: Page, state: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, `${state}, ${colorScheme}`, AS_IT_IS);
  }
}

for (const { name, path } of MESSAGE_FORMS) {
  test(`${name}: every field refused`, async ({ page, expectTrouble }) => {
    expectTrouble(refusedLine(422));
    await sendByBrowser(page, path, { Name: ' ', Email: 'asha@home', Message: 'क'.repeat(5_001) });
    await expect(page).toHaveTitle(/^Not sent yet: .+ — Tuesday AI$/);
    await expect(page.getByRole('alert').getByRole('listitem')).toHaveCount(3);
    // It stands in the frame of every other page, in the same type.
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /Bricolage/);
    await expectAccessibleInBothThemes(page, `${name}, every field refused`);
    // The list leads to the field.
    await page
      .getByRole('alert')
      .getByRole('link', { name: /^Email / })
      .click();
    await expect(formOf(page).getByLabel('Email', { exact: true })).toBeFocused();
  });
}

test('its links lead back to the site', async ({ page, expectTrouble }) => {
  expectTrouble(refusedLine(422));
  await sendByBrowser(page, PAGES.contact, newLetter({ Email: 'asha@home' }));
  await page.getByRole('banner').getByRole('link', { name: 'Tuesday AI' }).click();
  await expect(page).toHaveURL(PAGES.home);
});
