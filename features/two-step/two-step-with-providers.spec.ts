import type { Page } from '@playwright/test';
import { CODE_WORDS } from '#content/code.ts';
import { PAGES } from '#content/page-paths.ts';
import { MESSAGES } from '#contract/messages.ts';
import { expectAccessible, ONCE } from '#e2e/support/accessible.ts';
import { deleteDialog, forgetVisitor, PASSWORD, signInByRequest } from '#e2e/support/account.ts';
import { openHydrated } from '#e2e/support/hydrated.ts';
import { refusedLine } from '#e2e/support/network-edge.ts';
import { turnOnSecondStep } from '#e2e/support/second-step.ts';
import { agree, openProvider, signInByProvider, whoIsSignedIn } from '#e2e/support/social.ts';
import { expect, test } from '#e2e/support/test.ts';
import { uniqueAddress } from '#e2e/support/unique-address.ts';
import { SECOND_STEP_REFUSED } from '#features/accounts/refusals.ts';

const codePanel = (page: Page) => page.getByTestId('code-panel');

type Owner = { readonly email: string; readonly name: string; readonly recoveryCodes: readonly string[] };

/** Signs in the browser of a page to an account with a password, perhaps Google, and a second step. */
async function withSecondStep(page: Page, { google = true } = {}): Promise<Owner> {
  const email = uniqueAddress('asha');
  const { name } = await signInByRequest(page.request, email);
  if (google) await signInByProvider(page, 'google', { email });
  return { email, name, recoveryCodes: await turnOnSecondStep(page) };
}

test('a window of a provider is followed by the code, and signs in then', async ({ page }) => {
  const { email, recoveryCodes } = await withSecondStep(page);
  await page.goto(PAGES.auth);
  await forgetVisitor(page);
  await openHydrated(page, PAGES.auth);
  await agree(await openProvider(page, 'google'), { email });
  const field = codePanel(page).getByLabel(CODE_WORDS.label);
  await expect(field).toBeFocused();
  expect(await whoIsSignedIn(page)).toBeNull();
  await field.fill(recoveryCodes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(PAGES.homeAlias);
  expect(await whoIsSignedIn(page)).toMatchObject({ email });
});

test('the question before a deletion asks for the code as well', async ({ page, expectTrouble }) => {
  const { name, recoveryCodes } = await withSecondStep(page);
  await openHydrated(page, PAGES.profile);
  const dialog = deleteDialog(page);
  await dialog.opener.click();
  await dialog.name.fill(name);
  await dialog.password.fill(PASSWORD);
  const code = dialog.dialog.getByLabel(CODE_WORDS.label);
  expectTrouble(refusedLine(428));
  await dialog.submit.click();
  await expect(code).toBeFocused();
  await expectAccessible(page, 'delete dialog with a code', ONCE, '[data-testid="delete-dialog"]');
  expectTrouble(refusedLine(403));
  await code.fill('no code');
  await dialog.submit.click();
  await expect(code).toHaveAccessibleDescription(SECOND_STEP_REFUSED.message);
  await code.fill(recoveryCodes[0] ?? '');
  await dialog.submit.click();
  await expect(page.getByText(MESSAGES.accountDeleted)).toBeVisible();
  expect(await whoIsSignedIn(page)).toBeNull();
});
