import type { Page } from '@playwright/test';
import { PASSKEY_WORDS } from '#content/features/passkeys.ts';
import { CHANGES_TOLD, NOT_ME_WORDS } from '#content/features/undo-changes.ts';
import { PAGES } from '#content/page-paths.ts';
import { SECURITY_WORDS } from '#content/security.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { expectAccessible } from '#e2e/support/accessible.ts';
import { addAuthenticator, PASSWORD, post, prove, signIn, signInByRequest } from '#e2e/support/account.ts';
import { openHydrated, refusedLine } from '#e2e/support/loading.ts';
import { linkIn, mailsTo, uniqueAddress } from '#e2e/support/mailbox.ts';
import { whoIsSignedIn } from '#e2e/support/social.ts';
import { expect, test } from '#e2e/support/test.ts';
import { TAKE_BACK_REFUSED } from '#features/undo-changes/refusals.ts';

const CONTESTED = SECURITY_WORDS.contested;
const { frozen: FROZEN, takenBack: TAKEN_BACK } = NOT_ME_WORDS;
const NEW_PASSWORD = 'a wholly new sentence';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function toldLink(page: Page, address: string, title: string): Promise<string> {
  const told = async () =>
    (await mailsTo(page, address)).filter(({ subject }) => subject.startsWith(title)).map(linkIn);
  await expect.poll(told).toEqual([expect.stringContaining(PAGES.authNotMe)]);
  return (await told())[0] ?? '';
}

test('by keyboard, an owner undoes a change of the password', async ({ page, newVisitor, expectTrouble }) => {
  expectTrouble(refusedLine(403));
  const email = uniqueAddress();
  await signInByRequest(page.request, email);
  await post(page.request, ACCOUNT_API.proof, { password: PASSWORD });
  await post(page.request, ACCOUNT_API.password, { password: NEW_PASSWORD });
  const owner = await newVisitor();
  await owner.goto(await toldLink(page, email, CHANGES_TOLD.password.other.title));
  await expect(owner).toHaveURL(PAGES.authNotMe);
  await expectAccessible(owner, 'not me', 'main');
  expect(await whoIsSignedIn(page)).not.toBeNull();

  await button(owner, NOT_ME_WORDS.submit).press('Enter');
  await expect(owner.getByRole('heading', { name: FROZEN.title })).toBeFocused();
  expect(await whoIsSignedIn(page)).toBeNull();
  const field = owner.getByLabel(FROZEN.field, { exact: true });
  await field.fill('a guess');
  await owner.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription(TAKE_BACK_REFUSED.message);
  await expectAccessible(owner, 'not me, frozen', 'main');
  await owner.reload();
  await expect(owner.getByRole('heading', { name: FROZEN.title })).toBeFocused();
  await expect(owner.getByText(`${CHANGES_TOLD.password.other.title}, `)).toBeVisible();
  await field.fill(PASSWORD);
  await owner.keyboard.press('Enter');
  await expect(owner.getByRole('heading', { name: TAKEN_BACK.title })).toBeFocused();
  await expectAccessible(owner, 'not me, taken back', 'main');
});

test('the owner of a frozen account undoes a change on the security page', async ({ page }) => {
  const device = await addAuthenticator(page);
  const email = uniqueAddress();
  await signInByRequest(page.request, email);
  await openHydrated(page, PAGES.security);
  const passkeys = page.getByTestId('security-passkeys');
  const rows = passkeys.getByRole('button', { name: `${PASSKEY_WORDS.remove}: ` });
  await passkeys.getByRole('button', { name: PASSKEY_WORDS.add }).click();
  await prove(page);
  await expect(rows).toHaveCount(1);
  // The passkey is on another device, so this browser must not offer it.
  await device.forgetPasskeys();

  await page.goto(await toldLink(page, email, CHANGES_TOLD.passkeys.added.title));
  await button(page, NOT_ME_WORDS.submit).click();
  await page.getByRole('main').getByRole('link', { name: NOT_ME_WORDS.signIn }).click();
  await signIn(page, email);
  await expect(page.getByRole('heading', { name: CONTESTED.title })).toBeFocused();
  const contested = page.getByTestId('security-contested');
  await expect(contested).toContainText(CHANGES_TOLD.passkeys.added.what);
  await expectAccessible(page, 'security page, frozen', '[data-testid="security-contested"]');
  await contested.getByRole('button', { name: CONTESTED['take-back'] }).press('Enter');
  await prove(page);
  await expect(page.getByText(CONTESTED.done['take-back'])).toBeVisible();
  await expect(contested).toBeHidden();
  await expect(page.getByRole('heading', { name: SECURITY_WORDS.pageTitle, exact: true })).toBeFocused();
  await expect(rows).toHaveCount(0);
});
