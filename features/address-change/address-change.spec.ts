import { ADDRESS_CHANGE_WORDS } from '#content/features/address-change.ts';
import { PAGES } from '#content/page-paths.ts';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { FIELD_ERRORS } from '#contract/field-errors.ts';
import { filled } from '#contract/page-errors.ts';
import { expectAccessible, expectFits, PHONE } from '#e2e/support/accessible.ts';
import { prove, signIn, signInByRequest, signInPanel } from '#e2e/support/account.ts';
import { longAddress, newestLink } from '#e2e/support/mailbox.ts';
import { expect, test } from '#e2e/support/test.ts';
import { LINK_NOT_VALID } from '#features/accounts/refusals.ts';

const WORDS = ADDRESS_CHANGE_WORDS;

test.use({ viewport: PHONE });

test('[P-099] an address is changed by keyboard with a mailed link, even in another browser', async ({
  page,
  newVisitor,
}) => {
  const [former, email] = [longAddress(), longAddress()];
  await signInByRequest(page.request, former);
  await page.goto(PAGES.security);
  const part = page.getByTestId('security-address');
  await expect(part).toContainText(former);
  const field = part.getByLabel(WORDS.field);

  await part.getByRole('button', { name: WORDS.change }).press('Enter');
  await expect(field).toBeFocused();
  await page.keyboard.type('not an address');
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription(FIELD_ERRORS.EMAIL_MALFORMED);
  await field.fill(email);
  await page.keyboard.press('Enter');
  await prove(page);
  await expect(part).toContainText(filled(WORDS.awaited, { email }));
  // A toast stays while the pointer is over it, so the next checks can measure it.
  await page.getByTestId('toast').hover();
  await expectFits(page, 'new address, the toast');
  await expectAccessible(page, 'new address, awaited', '[data-testid="security-address"]');

  // The mail of the cancelled request must not be the newest one later.
  await newestLink(page, email);
  await part.getByRole('button', { name: WORDS.cancelRequest }).press('Enter');
  await expect(page.getByText(WORDS.cancelled)).toBeVisible();
  await expect(part).not.toContainText(email);
  await expect(part.getByRole('button', { name: WORDS.change })).toBeFocused();
  await page.keyboard.press('Enter');
  await field.fill(email);
  await page.keyboard.press('Enter');
  await expect(part).toContainText(filled(WORDS.awaited, { email }));

  const elsewhere = await newVisitor({ viewport: PHONE });
  const link = await newestLink(page, email, 2);
  await elsewhere.goto(link);
  await expect(elsewhere).toHaveURL(PAGES.authAddress);
  await expect(elsewhere.getByLabel(AUTH_WORDS.email)).toHaveValue(email);
  await elsewhere.getByRole('button', { name: WORDS.confirm }).press('Enter');
  await expect(elsewhere.getByText(filled(WORDS.changed, { email }))).toBeVisible();
  await expectAccessible(elsewhere, 'new address, changed', 'main');
  await elsewhere.getByRole('main').getByRole('link', { name: WORDS.signIn }).press('Enter');
  await expect(signInPanel(elsewhere).getByLabel(AUTH_WORDS.email)).toHaveValue(email);
  await signIn(elsewhere, email);
  await expect(elsewhere).toHaveURL(PAGES.homeAlias);
  await elsewhere.goto(link);
  await expect(elsewhere.getByRole('alert')).toContainText(LINK_NOT_VALID.message);

  await page.goto(PAGES.profile);
  await expect(page.getByRole('definition').getByText(email)).toBeVisible();
  await expectFits(page, 'profile, a long address');
});
