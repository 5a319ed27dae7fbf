import { ACCOUNT_API, pathFor } from '#contract/paths.ts';
import { PASSWORD, post } from '#e2e/support/account.ts';
import { newestMail, uniqueAddress } from '#e2e/support/mailbox.ts';
import { expect, test } from '#e2e/support/test.ts';
import { MAILBOX } from '#features/mailbox/contract.ts';

test('the mailbox page of a mail shows the mail with its styles', async ({ page }) => {
  const email = uniqueAddress();
  await post(page.request, ACCOUNT_API.signUp, { email, password: PASSWORD });
  const { id } = await newestMail(page, email);
  await page.goto(pathFor(MAILBOX.mail, id));
  await expect(page.frameLocator('iframe').getByRole('link').last()).toBeVisible();
  const styled = page.frameLocator('iframe').locator('[style*="color"]').first();
  expect(await styled.evaluate((element: HTMLElement) => element.style.length)).toBeGreaterThan(0);
});
