import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import { PAGES } from '#content/page-paths.ts';
import { PROFILE_WORDS } from '#content/profile.ts';
import { PROOF_WORDS } from '#content/proof.ts';
import { SECURITY_WORDS } from '#content/security.ts';
import { SHELL_WORDS } from '#content/shell.ts';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import type { SessionAnswer } from '#features/accounts/bodies.ts';
import { SECOND_STEP_API } from '#features/two-step/contract.ts';
import { totpOf } from '#features/two-step/server/totp.ts';
import { newestLink } from './mailbox.ts';

export const PASSWORD = 'dawn over kanpur 5:42';

export const signInPanel = (page: Page) => page.getByTestId('sign-in-panel');
export const createPanel = (page: Page) => page.getByTestId('create-panel');
export const resetPanel = (page: Page) => page.getByTestId('reset-panel');

export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await submitIn(signInPanel(page), AUTH_WORDS.signIn.submit, email, password);
}

export async function signUp(page: Page, email: string, password = PASSWORD): Promise<void> {
  await submitIn(createPanel(page), AUTH_WORDS.create.submit, email, password);
}

async function submitIn(panel: Locator, name: string, email: string, password: string): Promise<void> {
  await panel.getByLabel(AUTH_WORDS.email).fill(email);
  await panel.getByLabel(AUTH_WORDS.password, { exact: true }).fill(password);
  await panel.getByRole('button', { name, exact: true }).click();
}

/** Posts to the site as its own pages do, and returns the answer. Fails unless the status is 200. */
export async function post(request: APIRequestContext, path: string, data: object) {
  const { origin } = new URL((await request.get(ACCOUNT_API.session)).url());
  const answer = await request.post(path, { data, headers: { origin } });
  expect(answer.status(), path).toBe(200);
  return answer.json();
}

/** Makes and confirms an account and signs in by API requests, without the pages, for tests that are not about sign-in. */
export async function signInByRequest(request: APIRequestContext, email: string, rememberDevice = false) {
  await post(request, ACCOUNT_API.signUp, { email, password: PASSWORD });
  const token = new URL(await newestLink({ request }, email)).searchParams.get('token');
  await post(request, ACCOUNT_API.verify, { token });
  const { data } = await signInAgain(request, email, rememberDevice);
  if (data === null) throw new Error('Nobody is signed in.');
  return data;
}

/** Signs in once more, as a new session that has no proof of identity yet. */
export function signInAgain(
  request: APIRequestContext,
  email: string,
  rememberDevice = false,
  password = PASSWORD,
): Promise<SessionAnswer> {
  return post(request, ACCOUNT_API.signIn, { email, password, rememberDevice });
}

/** Signs a page in by API requests, without the forms, and opens /profile. */
export async function arriveSignedIn(page: Page, email: string): Promise<void> {
  await signInByRequest(page.request, email);
  await page.goto(PAGES.profile);
  await expect(page.getByTestId('profile-name')).toBeVisible();
}

export async function forgetVisitor(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: SHELL_WORDS.signOut }).click();
}

export async function signOutByMenu(page: Page): Promise<void> {
  await page.getByTestId('account-button').click();
  await page.getByTestId('account-menu').getByRole('button', { name: SHELL_WORDS.signOut }).click();
}

export function profileForm(page: Page) {
  const { fields, edit, save, cancel } = PROFILE_WORDS;
  const button = (name: string) => page.getByRole('button', { name });
  return {
    name: page.getByLabel(fields.name, { exact: true }),
    gender: page.getByLabel(fields.gender),
    dob: page.getByLabel(fields.dob),
    about: page.getByLabel(fields.about),
    edit: button(edit),
    save: button(save),
    cancel: button(cancel),
  };
}

export function deleteDialog(page: Page) {
  const { name, submit } = PROFILE_WORDS.deletion;
  const { password, cancel } = PROOF_WORDS;
  const dialog = page.getByRole('dialog');
  return {
    dialog,
    opener: page.getByRole('main').getByRole('button', { name: PROFILE_WORDS.deleteAccount }).first(),
    name: dialog.getByLabel(name),
    password: dialog.getByLabel(password, { exact: true }),
    submit: dialog.getByRole('button', { name: submit }),
    cancel: dialog.getByRole('button', { name: cancel }),
  };
}

/** Types the password into the dialog that asks the person to prove who they are. */
export async function prove(page: Page, password = PASSWORD): Promise<void> {
  const dialog = page.getByTestId('proof-dialog');
  await dialog.getByLabel(PROOF_WORDS.password, { exact: true }).fill(password);
  await dialog.getByRole('button', { name: SECURITY_WORDS.proof.submit }).press('Enter');
}

export async function deleteAccount(page: Page, typed: string): Promise<void> {
  const { opener, name, password, submit } = deleteDialog(page);
  await opener.click();
  await name.fill(typed);
  await password.fill(PASSWORD);
  await submit.click();
}

/**
 * Turns on two-step verification by API requests, for the account that a page is signed in to. Returns the recovery codes.
 *
 * @param code a recovery code, when a passkey already protects the account
 */
export async function turnOnSecondStep(
  { request }: Pick<Page, 'request'>,
  code?: string,
): Promise<readonly string[]> {
  await post(request, ACCOUNT_API.proof, { password: PASSWORD, code });
  const { secret } = await post(request, SECOND_STEP_API.begin, {});
  return (await post(request, SECOND_STEP_API.confirm, { code: totpOf(secret).generate() })).codes;
}

type Passkey = { readonly isResidentCredential: boolean; readonly rpId?: string };

/** Gives a page's browser a virtual device for passkeys, whose owner agrees to every prompt. */
export async function addAuthenticator(page: Page) {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Deletes all passkeys from the device: later requests for them get no answer. */
    forgetPasskeys: async () => {
      await browser.send('WebAuthn.clearCredentials', { authenticatorId });
    },
    /** Makes the owner refuse fingerprint and PIN, until `refuse(false)`: each prompt ends with `NotAllowedError`. */
    refuse: async (isRefusing = true) => {
      await browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: !isRefusing });
    },
    passkeys: async (): Promise<readonly Passkey[]> =>
      (await browser.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  };
}

/** Switches off passkey suggestions in fields from the next page on, so that a passkey can be used only with a button. */
export async function offerNothing(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
}
