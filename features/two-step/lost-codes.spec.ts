import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { CODE_WORDS } from '#content/code.ts';
import { SECOND_STEP_WORDS } from '#content/features/two-step.ts';
import { PAGES } from '#content/page-paths.ts';
import { RECOVERY_CODES } from '#contract/limits.ts';
import { PAGE_ERRORS } from '#contract/page-errors.ts';
import { arriveSignedIn, prove } from '#e2e/support/account.ts';
import { openHydrated } from '#e2e/support/hydrated.ts';
import { OFFLINE_LINE, refusedLine } from '#e2e/support/network-edge.ts';
import { expect, test } from '#e2e/support/test.ts';
import { uniqueAddress } from '#e2e/support/unique-address.ts';
import { SECOND_STEP_API } from '#features/two-step/contract.ts';

const HALF_MINUTE = 30_000;
const card = (page: Page) => page.getByTestId('security-second-step');
const codes = (page: Page) => card(page).getByRole('listitem');

/** The server does it, and the line is cut before its answer arrives. */
async function loseAnswer(page: Page, path: string): Promise<void> {
  await page.route(
    `**${path}`,
    async (route) => {
      await route.fetch();
      await route.abort('internetdisconnected');
    },
    { times: 1 },
  );
}

test('where the answer with the recovery codes is lost, the page says so at the next look, and shows others', async ({
  page,
  expectTrouble,
}) => {
  await arriveSignedIn(page, uniqueAddress());
  await openHydrated(page, PAGES.security);
  await card(page).getByRole('button', { name: SECOND_STEP_WORDS.turnOn }).click();
  await prove(page);
  const secret = (await card(page).locator('code').innerText()).replaceAll(' ', '');
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  const now = Date.now();
  await card(page)
    .getByLabel(SECOND_STEP_WORDS.code)
    .fill(app.generate({ timestamp: now }));
  await loseAnswer(page, SECOND_STEP_API.confirm);
  expectTrouble(OFFLINE_LINE);
  const confirm = card(page).getByRole('button', { name: SECOND_STEP_WORDS.confirm });
  await confirm.click();
  await expect(page.getByText(PAGE_ERRORS.OFFLINE)).toBeVisible();
  expectTrouble(refusedLine(409));
  await confirm.click();
  await expect(card(page)).toContainText(SECOND_STEP_WORDS.unsaved);

  await card(page).getByRole('button', { name: SECOND_STEP_WORDS.renew }).click();
  await expect(card(page).getByLabel(CODE_WORDS.label)).toBeFocused();
  await page.keyboard.type(app.generate({ timestamp: now + HALF_MINUTE }));
  await page.keyboard.press('Enter');
  await expect(codes(page)).toHaveCount(RECOVERY_CODES);
  await openHydrated(page, PAGES.security);
  await expect(card(page)).toContainText(SECOND_STEP_WORDS.unsaved);
  await expect(codes(page)).toHaveCount(0);
});
