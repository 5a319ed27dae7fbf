import type { Page } from '@playwright/test';
import { AUTH_WORDS } from '#content/account.ts';
import { SOCIAL_ERRORS } from '#contract/errors.ts';
import { ACCOUNT_API, PAGES, pathFor, SOCIAL_API } from '#contract/paths.ts';
import { type Provider, SOCIAL_CHANNEL, type SocialErrorCode } from '#contract/social.ts';
import { expectAccessible, PHONE } from '../support/accessible.ts';
import { startAnotherSite } from '../support/another-site.ts';
import { cutOff, OFFLINE_LINE } from '../support/network-edge.ts';
import { expect, test } from '../support/site-with-stand-ins.ts';
import {
  agree,
  expectFailure,
  openProvider,
  providerButton,
  type Visit,
  whoIsSignedIn,
} from '../support/social.ts';
import { uniqueAddress } from '../support/unique-address.ts';

// What moves takes a tenth of the processor from a journey that is not about it.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const waiting = (page: Page) => page.getByText(AUTH_WORDS.waiting.replace('{provider}', 'Google'));

test('on a phone, what to do while the window is open is not under the chat’s button', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto(PAGES.auth);
  const chat = page.getByTestId('chat-button');
  await expect(chat).toBeVisible();
  // The words are to come in just where the button stands.
  await providerButton(page, 'google').evaluate((button) => button.scrollIntoView({ block: 'end' }));
  await openProvider(page, 'google');
  await expect(waiting(page)).toBeInViewport({ ratio: 1 });
  const [words, button] = [await waiting(page).boundingBox(), await chat.boundingBox()];
  expect((words?.y ?? 0) + (words?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0);
});

test('a window that is closed is told as closed within eight seconds, and the next try works', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto(PAGES.auth);
  const popup = await openProvider(page, 'google');
  await page.clock.runFor(30_000);
  await expect(waiting(page)).toBeVisible();
  await popup.close();
  await page.clock.runFor(8_000);
  await expectFailure(page, 'google', 'popup-closed-by-user');
  await expect(waiting(page)).toHaveCount(0);
  await page.clock.resume();

  await agree(await openProvider(page, 'google'), { email: uniqueAddress() });
  await expect(page).toHaveURL(PAGES.homeAlias);
});

test('where the provider’s page cuts the link, the window seems closed, and signs in all the same', async ({
  page,
  ownSite,
}) => {
  ownSite.google.setMood({ cutsOpener: true });
  await page.clock.install();
  await page.goto(PAGES.auth);
  const popup = await openProvider(page, 'google');
  await page.clock.runFor(8_000);
  await expectFailure(page, 'google', 'popup-closed-by-user');
  expect(popup.isClosed()).toBe(false);
  await page.clock.runFor('02:00');
  await page.clock.resume();
  await agree(popup, { email: uniqueAddress(), name: 'Asha Rawat' });
  await expect(page).toHaveURL(PAGES.homeAlias);
  await expect(page.getByTestId('account-name').first()).toHaveText('Asha Rawat');
});

test('a first window that comes back late takes nothing from the second', async ({ page, ownSite }) => {
  // Where the link is cut, a second press cannot use the window of the first.
  ownSite.google.setMood({ cutsOpener: true });
  await page.goto(PAGES.auth);
  const first = await openProvider(page, 'google');
  const second = await openProvider(page, 'github');
  await expectFailure(page, 'google', 'cancelled-popup-request');
  const closed = first.waitForEvent('close');
  await agree(first, { email: uniqueAddress() });
  await closed;
  await expect(providerButton(page, 'github')).toHaveAttribute('aria-busy', 'true');
  expect(await whoIsSignedIn(page)).toBeNull();

  const email = uniqueAddress();
  await agree(second, { email, login: 'asha-second' });
  await expect(page).toHaveURL(PAGES.homeAlias);
  expect(await whoIsSignedIn(page)).toMatchObject({ email, name: 'asha-second' });
});

test('of two tabs that sign in at once the newer one wins, and the older one is told', async ({
  page,
  context,
}) => {
  await page.goto(PAGES.auth);
  const first = await openProvider(page, 'google');
  const newer = await context.newPage();
  await newer.goto(PAGES.auth);
  const second = await openProvider(newer, 'google');
  await agree(first, { email: uniqueAddress() });
  await expectFailure(page, 'google', 'cancelled-popup-request');
  await expect(providerButton(newer, 'google')).toHaveAttribute('aria-busy', 'true');
  const email = uniqueAddress();
  await agree(second, { email });
  await expect(newer).toHaveURL(PAGES.homeAlias);
  expect(await whoIsSignedIn(page)).toMatchObject({ email });
});

test('somebody else’s link to the callback disturbs no sign-in under way', async ({ page, context }) => {
  await page.goto(PAGES.auth);
  const popup = await openProvider(page, 'google');
  const other = await context.newPage();
  await other.goto('about:blank');
  await other.goto(`${pathFor(SOCIAL_API.callback, 'google')}?state=x&code=y`);
  await expect(other.getByTestId('callback')).toContainText(SOCIAL_ERRORS['invalid-state']);
  await expect(waiting(page)).toBeVisible();
  await agree(popup, { email: uniqueAddress() });
  await expect(page).toHaveURL(PAGES.homeAlias);
});

const REFUSALS: readonly (readonly [string, Provider, Partial<Visit>, SocialErrorCode])[] = [
  ['another state', 'google', { fault: 'wrong-state' }, 'invalid-state'],
  ['GitHub’s answer with another state', 'github', { fault: 'wrong-state' }, 'invalid-state'],
  ['another nonce', 'google', { fault: 'wrong-nonce' }, 'invalid-provider-answer'],
  ['a foreign signature', 'google', { fault: 'wrong-signature' }, 'invalid-provider-answer'],
  ['a provider that fails', 'google', { fault: 'token-down' }, 'provider-unavailable'],
  ['an interface that fails', 'github', { fault: 'user-down' }, 'provider-unavailable'],
  ['an address that is not verified', 'google', { isVerified: false }, 'unverified-email'],
  ['GitHub’s address that is not verified', 'github', { isVerified: false }, 'unverified-email'],
  ['no address', 'github', { email: '', login: 'nobody' }, 'email-missing'],
];
for (const [name, provider, visit, code] of REFUSALS) {
  test(`${name}: ${code}`, async ({ page }) => {
    await page.goto(PAGES.auth);
    await agree(await openProvider(page, provider), { email: uniqueAddress(), ...visit });
    await expectFailure(page, provider, code);
    await expect(page).toHaveURL(PAGES.auth);
    expect(await whoIsSignedIn(page)).toBeNull();
  });
}

test('who says no on the provider’s page is told that nothing was shared', async ({ page }) => {
  await page.goto(PAGES.auth);
  for (const provider of ['google', 'github'] as const) {
    const popup = await openProvider(page, provider);
    const closed = popup.waitForEvent('close');
    await popup.getByRole('button', { name: 'Cancel' }).click();
    await expectFailure(page, provider, 'user-cancelled');
    await closed;
  }
});

test('a provider that cannot be reached says so before anybody is sent there', async ({ page, ownSite }) => {
  ownSite.google.setMood({ isDown: true });
  const fresh = await startAnotherSite({
    GOOGLE_CLIENT_ID: 'stand-in-google',
    GOOGLE_CLIENT_SECRET: 'stand-in-google-secret',
    GOOGLE_ISSUER: ownSite.google.url,
  });
  try {
    await page.goto(fresh.origin + PAGES.auth);
    await providerButton(page, 'google').click();
    await expectFailure(page, 'google', 'provider-unavailable');
  } finally {
    await fresh.close();
  }
});

test('the sign-in counts only when the server can be asked', async ({ page, expectTrouble }) => {
  expectTrouble(OFFLINE_LINE);
  await page.goto(PAGES.auth);
  const popup = await openProvider(page, 'google');
  await cutOff(page, ACCOUNT_API.session);
  await agree(popup, { email: uniqueAddress() });
  await expectFailure(page, 'google', 'network-request-failed');
  await expect(page.getByTestId('account-button')).toBeHidden();
});

test('a made-up report of another window changes nothing', async ({ page }) => {
  await page.goto(PAGES.auth);
  const popup = await openProvider(page, 'google');
  const other = await page.context().newPage();
  await other.goto(PAGES.authCallback);
  await other.evaluate((channel) => {
    const report = { event: 'made-up-event', outcome: 'signed-in', provider: 'google', mode: 'popup' };
    new BroadcastChannel(channel).postMessage(report);
    localStorage.setItem(channel, JSON.stringify(report));
  }, SOCIAL_CHANNEL);
  await other.close();
  await expect(waiting(page)).toBeVisible();
  expect(popup.isClosed()).toBe(false);
});

test('on an address that is not the site’s no window opens', async ({ page, ownSite }) => {
  await page.goto(ownSite.origin.replace('localhost', '127.0.0.1') + PAGES.auth);
  await providerButton(page, 'google').click();
  await expectFailure(page, 'google', 'unauthorized-domain');
  expect(page.context().pages()).toHaveLength(1);
});

test('without a connection no window opens', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'onLine', { value: false });
  });
  await page.goto(PAGES.auth);
  await providerButton(page, 'github').click();
  await expectFailure(page, 'github', 'network-request-failed');
  expect(page.context().pages()).toHaveLength(1);
});

test('too many tries are told as such', async ({ page }) => {
  const strict = await startAnotherSite({
    RATE_LIMIT_SCALE: '0.001',
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
    GOOGLE_ISSUER: 'http://127.0.0.1:9',
  });
  try {
    await page.goto(strict.origin + PAGES.auth);
    for (const code of ['provider-unavailable', 'too-many-requests'] as const) {
      await providerButton(page, 'google').click();
      await expectFailure(page, 'google', code);
    }
  } finally {
    await strict.close();
  }
});

test.describe('without credentials', () => {
  test('providers that are not set up say so, where it can be seen', async ({ page }) => {
    const bare = await startAnotherSite({});
    try {
      await page.setViewportSize({ width: PHONE.width, height: 480 });
      await page.goto(bare.origin + PAGES.auth);
      for (const provider of ['google', 'github'] as const) {
        await providerButton(page, provider).click();
        await expectFailure(page, provider, 'operation-not-allowed');
        await expect(page.getByRole('alert').locator('p').first()).toBeInViewport();
        await expect(page.getByText(SOCIAL_ERRORS['operation-not-allowed'])).toBeInViewport();
      }
      expect(page.context().pages()).toHaveLength(1);
      await page.setViewportSize(PHONE);
      await expectAccessible(page, 'sign in, provider not set up');
    } finally {
      await bare.close();
    }
  });
});

test.describe('looks', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('waiting for a window, a closed one', async ({ page }) => {
    test.setTimeout(60_000);
    await page.goto(PAGES.auth);
    const popup = await openProvider(page, 'google');
    await expectAccessible(page, 'sign in, window open');
    await popup.getByRole('button', { name: 'Cancel' }).click();
    await expectFailure(page, 'google', 'user-cancelled');
    await expectAccessible(page, 'sign in, provider refused');
  });
});
