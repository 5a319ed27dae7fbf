import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import type { Role } from '#contract/roles.ts';
import { CONSOLE } from '#features/console/contract.ts';
import { PASSWORD, signInByRequest } from './account.ts';
import { uniqueAddress } from './mailbox.ts';
import { turnOnSecondStep } from './second-step.ts';
import { siteDatabase } from './site-database.ts';

/** Somebody with an account, signed in with a page; their address. */
export async function newColleague(page: Page, name: string): Promise<string> {
  const email = uniqueAddress(name);
  await signInByRequest(page.request, email);
  return email;
}

/** The operator's command beside the running site, as a person would call it. Rejects when it fails. */
function operator(...args: readonly string[]): Promise<{ readonly stdout: string }> {
  return promisify(execFile)(process.execPath, [join('server', 'commands', 'operator.ts'), ...args], {
    env: { ...process.env, ...siteDatabase(), SMTP_URL: '', SITE_ORIGIN: '' },
  });
}

/** The path of the link that the operator's command prints. It knows nothing of the origin of the journeys. */
export async function invitationTo(email: string, role: Role): Promise<string> {
  const { stdout } = await operator('staff', 'add', email, '--role', role);
  const { pathname, search } = new URL(/http\S+/.exec(stdout)?.[0] ?? '');
  return pathname + search;
}

/** Becomes an operator by a link, turns on a second step, and enters the console. */
export async function joinConsole(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One more thing first');
  const [code] = await turnOnSecondStep(page);
  await page.goto(CONSOLE.home);
  await enterConsole(page, code);
}

/** Shows who sits here, on the page that asks for it. A recovery code stands for the app, once. */
export async function enterConsole(page: Page, code = ''): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Code from your authenticator app').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible();
}

/** A view, by the menu. */
export async function openView(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
}
