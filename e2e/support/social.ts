import { expect, type Page } from '@playwright/test';
import { PAGES } from '#content/page-paths.ts';
import { filled } from '#contract/page-errors.ts';
import { ACCOUNT_API, pathFor } from '#contract/paths.ts';
import type { SessionAnswer } from '#features/accounts/bodies.ts';
import type { UserRecord } from '#features/accounts/profile-bodies.ts';
import {
  PROVIDER_NAMES,
  type Provider,
  SOCIAL_API,
  type SocialErrorCode,
  type SocialStart,
} from '#features/social-sign-in/contract.ts';
import { SOCIAL_ERRORS, SOCIAL_HEADLINES } from '#features/social-sign-in/refusals.ts';
import { FIELDS } from '../fakes/account-page.ts';

/** The identity to enter at the provider. The account number is derived from the address. */
type Visit = { readonly email: string; readonly name?: string; readonly login?: string };

export const providerButton = (page: Page, provider: Provider) =>
  page.getByRole('button', { name: `Continue with ${PROVIDER_NAMES[provider]}` });

/** Presses the provider's button, and waits until the provider's page is shown in the popup. */
export async function openProvider(page: Page, provider: Provider): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), providerButton(page, provider).click()]);
  await expect(agreeButton(popup)).toBeVisible();
  return popup;
}

export const agreeButton = (popup: Page) => popup.getByRole('button', { name: /^(?:Continue|Authorize)$/ });

/** Enters an identity on the provider's page, and agrees. */
export async function agree(popup: Page, { email, name, login }: Visit): Promise<void> {
  await popup.getByLabel('Email address').fill(email);
  if (name !== undefined) await popup.getByLabel('Display name').fill(name);
  if (login !== undefined) await popup.getByLabel('Login name').fill(login);
  await agreeButton(popup).click();
}

/** Signs in with the provider's button on the current page, and waits for the home page. */
export async function signInWith(page: Page, provider: Provider, visit: Visit): Promise<void> {
  await agree(await openProvider(page, provider), visit);
  await expect(page).toHaveURL(PAGES.homeAlias);
}

/** Signs a page in with a provider, but without the pages, for tests that are not about sign-in. */
export async function signInByProvider(
  { request }: Page,
  provider: Provider,
  { email, name = '' }: Visit,
): Promise<void> {
  const event = crypto.randomUUID();
  const start: SocialStart = { event, purpose: 'sign-in', mode: 'popup', remember: 'false' };
  const asked = await request.get(`${pathFor(SOCIAL_API.start, provider)}?${new URLSearchParams(start)}`);
  const person = { [FIELDS.email]: email, [FIELDS.isVerified]: 'yes', [FIELDS.name]: name };
  const told = await request.post(asked.url(), { form: { ...person, [FIELDS.answer]: 'continue' } });
  expect(told.url()).toContain('outcome=signed-in');
}

/** The person who, according to the server, is signed in on this page. */
export async function whoIsSignedIn(page: Page): Promise<UserRecord | null> {
  const answer = await page.request.get(ACCOUNT_API.session);
  return ((await answer.json()) as SessionAnswer).data;
}

export async function expectFailure(page: Page, provider: Provider, code: SocialErrorCode): Promise<void> {
  await expectTold(page, `Failed to sign in with ${PROVIDER_NAMES[provider]}`, code);
}

/** Expects the alert about a failed proof of identity. A failed sign-in has another alert. */
export async function expectNotConfirmed(page: Page, provider: Provider, code: SocialErrorCode) {
  const headline = filled(SOCIAL_HEADLINES.NOT_CONFIRMED, { provider: PROVIDER_NAMES[provider] });
  await expectTold(page, headline, code);
}

async function expectTold(page: Page, headline: string, code: SocialErrorCode): Promise<void> {
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(headline);
  await expect(alert).toContainText(SOCIAL_ERRORS[code]);
}

/** Blocks popups on this page, as many browsers do by default. */
export async function blockPopups(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.open = () => null;
  });
}
