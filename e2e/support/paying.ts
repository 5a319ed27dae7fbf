import { expect, type Page } from '@playwright/test';
import { type FakeStripe, startFakeStripe } from '#e2e/fakes/stripe.ts';
import type { CARDS } from '#e2e/fakes/stripe-cards.ts';
import { type AnotherSite, startAnotherSite } from './another-site.ts';
import { DESK_ADDRESS } from './message-forms.ts';

export type PayingSite = AnotherSite & { readonly stripe: FakeStripe };

/** The built site with an account at a stand-in for Stripe. Anyone who starts one closes it. */
export async function startPayingSite(): Promise<PayingSite> {
  const stripe = await startFakeStripe();
  const site = await startAnotherSite({ ...stripe.settings, FORM_NOTIFY_TO: DESK_ADDRESS });
  return {
    ...site,
    stripe,
    close: async () => {
      await site.close();
      await stripe.close();
    },
  };
}

const STRIPE_HOSTS = /^https:\/\/(js|hooks|api)\.stripe\.com\//;

/** Expected by tests that pay: a page of a shop does call Stripe's hosts. */
export const CALLS_STRIPE = /^request to another machine: https:\/\/(js|hooks|api)\.stripe\.com\//;

/** Lets the stand-in answer what this page asks Stripe's hosts for. */
export async function bringStripe(page: Page, stripe: FakeStripe): Promise<void> {
  await page.route(STRIPE_HOSTS, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: `${stripe.url}${pathname}${search}` }) });
  });
}

export const cardFrame = (page: Page) => page.frameLocator('iframe[title="Secure card payment input frame"]');

export async function typeCard(page: Page, { number }: (typeof CARDS)[keyof typeof CARDS]): Promise<void> {
  const frame = cardFrame(page);
  await frame.getByLabel('Card number').fill(number);
  await frame.getByLabel('Expiration').fill('12 / 34');
  await frame.getByLabel('CVC').fill('123');
}

/** Answers the window of the cardholder's bank. */
export async function tellBank(page: Page, answer: 'agree' | 'refuse'): Promise<void> {
  const bank = page.frameLocator('iframe[title="Authentication by your bank"]');
  const name = answer === 'agree' ? 'Complete authentication' : 'Fail authentication';
  await bank.getByRole('button', { name }).click();
  await expect(page.locator('iframe[title="Authentication by your bank"]')).toHaveCount(0);
}
