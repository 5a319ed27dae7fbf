import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import type { Role } from '#contract/operators.ts';
import { CONSOLE } from '#features/console/contract.ts';
import { PHONE } from './accessible.ts';
import { PASSWORD, signInByRequest, turnOnSecondStep } from './account.ts';
import { uniqueAddress } from './mailbox.ts';
import { siteDatabase } from './site-database.ts';

/** Signs a page in with a new account. Returns its address. */
export async function newColleague(page: Page, name: string): Promise<string> {
  const email = uniqueAddress(name);
  await signInByRequest(page.request, email);
  return email;
}

/** Adds a member of staff with the operator's command. Returns the path of the printed link, whose host the test does not use. */
export async function invitationTo(email: string, role: Role): Promise<string> {
  const args = ['server/commands/operator.ts', 'staff', 'add', email, '--role', role];
  const env = { ...process.env, ...siteDatabase(), SMTP_URL: '', SITE_ORIGIN: '' };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  const { pathname, search } = new URL(/http\S+/.exec(stdout)?.[0] ?? '');
  return pathname + search;
}

/** Joins the staff by a mailed link, and turns on a second step, which opens the console. */
export async function joinConsole(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One more thing first');
  await turnOnSecondStep(page);
  await page.goto(CONSOLE.home);
  await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible();
}

/** Proves the person's identity on the page that asks for it. `code` is a code of the app or an unused recovery code. */
export async function enterConsole(page: Page, code = ''): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Code from your authenticator app').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible();
}

/** Opens a view of the console from its menu. On a phone, the menu must be unfolded first. */
export async function openView(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Console' });
  if (page.viewportSize()?.width === PHONE.width) await menu.getByText('Menu').click();
  await menu.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
}
