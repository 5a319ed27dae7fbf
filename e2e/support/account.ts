import { expect, type Page } from '@playwright/test';
import { ACCOUNT_API, PAGES } from '#contract/paths.ts';
import type { Mailbox } from './mailbox.ts';

export const PASSWORD = 'dawn over kanpur 5:42';

/** The visible panel of /auth. */
export const signInPanel = (page: Page) => page.getByTestId('sign-in-panel');
export const createPanel = (page: Page) => page.getByTestId('create-panel');
export const resetPanel = (page: Page) => page.getByTestId('reset-panel');

/** Fills and sends the sign-in form as a person would. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  const panel = signInPanel(page);
  await panel.getByLabel('Email').fill(email);
  await panel.getByLabel('Password', { exact: true }).fill(password);
  await panel.getByRole('button', { name: 'Sign In', exact: true }).click();
}

/**
 * Signs a visitor in without the screens, for journeys that are about something else: the same endpoints, from the
 * page, so that the browser holds the cookies. Leaves the page at /profile.
 */
export async function arriveSignedIn(page: Page, mailbox: Mailbox, email: string): Promise<void> {
  await page.goto(PAGES.home);
  const post = (path: string, data: object) =>
    page.evaluate(
      async ([url, body]) =>
        (await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status,
      [path, JSON.stringify(data)] as const,
    );
  expect(await post(ACCOUNT_API.signUp, { email, password: PASSWORD })).toBe(200);
  const token = new URL(await mailbox.newestLink(email)).searchParams.get('token');
  expect(await post(ACCOUNT_API.verify, { token })).toBe(200);
  expect(await post(ACCOUNT_API.signIn, { email, password: PASSWORD })).toBe(200);
  await page.goto(PAGES.profile);
  await expect(page.getByTestId('profile-name')).toBeVisible();
}
