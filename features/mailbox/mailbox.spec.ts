import { ACCOUNT_API, pathFor } from '#contract/paths.ts';
import { PASSWORD } from '#e2e/support/account.ts';
import { newestMail, uniqueAddress } from '#e2e/support/mailbox.ts';
import { expect, test } from '#e2e/support/test.ts';
import { MAILBOX } from '#features/mailbox/contract.ts';

test('a mail keeps its styles when the mailbox shows it', async ({ page, baseURL }) => {
  const email = uniqueAddress();
  const data = { email, password: PASSWORD };
  await page.request.post(ACCOUNT_API.signUp, { data, headers: { origin: `${baseURL}` } });
  const { id } = await newestMail(page, email);
  await page.goto(pathFor(MAILBOX.mail, id));
  const button = page.frameLocator('iframe').getByRole('link').last();
  await expect(button).toBeVisible();
  const hasStyles = await page
    .frameLocator('iframe')
    .locator('[style*="color"]')
    .first()
    .evaluate((element) => (element as HTMLElement).style.length);
  expect(hasStyles).toBeGreaterThan(0);
});
