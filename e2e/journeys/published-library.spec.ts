import { type Page, request } from '@playwright/test';
import { FORM_ERRORS, PAYMENT_ERRORS } from '#contract/errors.ts';
import { PAGES } from '#contract/paths.ts';
import { CARDS } from '#e2e/fakes/stripe-cards.ts';
import { type OtherPage, serveOtherPage } from '../published-library/serve.ts';
import { Mailbox } from '../support/mailbox.ts';
import { notificationsOf } from '../support/message-forms.ts';
import { refusedLine } from '../support/network-edge.ts';
import {
  bringStripe,
  CALLS_STRIPE,
  type PayingSite,
  startPayingSite,
  tellBank,
  typeCard,
} from '../support/paying.ts';
import { expect, test } from '../support/test.ts';
import { uniqueAddress } from '../support/unique-address.ts';

/** The published `@formspree/react`, unchanged, on a page of another origin. */
let site: PayingSite;
let other: OtherPage;
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  [site, other] = await Promise.all([startPayingSite(), serveOtherPage()]);
});
test.afterAll(() => Promise.all([site.close(), other.close()]));

async function openForm(page: Page, asked: Readonly<Record<string, string>> = {}): Promise<string> {
  const email = uniqueAddress('asha');
  await page.goto(`${other.origin}/?${new URLSearchParams({ endpoint: site.origin, ...asked })}`);
  await page.getByLabel('name').fill('Asha');
  await page.getByLabel('email').fill(email);
  await page.getByLabel('message').fill('Hello from elsewhere');
  return email;
}

const send = (page: Page) => page.getByRole('button', { name: 'Send' }).click();
const codes = (page: Page) => page.locator('#codes');

async function desk(email: string) {
  const atSite = await request.newContext({ baseURL: site.origin });
  const mails = await notificationsOf(new Mailbox(atSite), email);
  await atSite.dispose();
  return mails;
}

test('sends a message past the preflight, and hears where to go', async ({ page }) => {
  const email = await openForm(page);
  const [answer] = await Promise.all([page.waitForResponse(`${site.origin}/f/contact`), send(page)]);
  expect(answer.request().headers()['formspree-client']).toMatch(/^@formspree\/react@\S+ @formspree\/core@/);
  expect(await answer.headerValue('access-control-allow-origin')).toBe('*');
  await expect(page.getByRole('status')).toHaveText(`Thank you: ${site.origin}${PAGES.contactThanks}`);
  expect(await desk(email)).toHaveLength(1);
});

test('sends to a project’s form', async ({ page }) => {
  await openForm(page, { project: 'site', form: 'feedback' });
  await send(page);
  await expect(page.getByRole('status')).toHaveText(`Thank you: ${site.origin}${PAGES.feedbackThanks}`);
});

test('learns which fields are not right', async ({ page, expectTrouble }) => {
  expectTrouble(refusedLine(422));
  await openForm(page);
  await page.getByLabel('email').fill('asha@');
  await page.getByLabel('message').fill('');
  await send(page);
  await expect(codes(page)).toHaveText('email:TYPE_EMAIL message:REQUIRED_FIELD_EMPTY');
  await expect(page.locator('#problem-of-email')).toHaveText(/^email is not an address/);
  await expect(page.getByLabel('name')).toHaveValue('Asha');
});

for (const [code, asked] of [
  ['FORM_NOT_FOUND', { form: 'nowhere' }],
  ['PROJECT_NOT_FOUND', { project: 'nowhere' }],
] as const) {
  test(`learns why all of it is refused: ${code}`, async ({ page, expectTrouble }) => {
    expectTrouble(refusedLine(404));
    await openForm(page, asked);
    await send(page);
    await expect(codes(page)).toHaveText(code);
    await expect(page.locator('#problem')).toHaveText(FORM_ERRORS[code]);
  });
}

test.describe('with a card', () => {
  test.beforeEach(async ({ page, expectTrouble }) => {
    expectTrouble(CALLS_STRIPE);
    await bringStripe(page, site.stripe);
  });
  const withCard = (page: Page) => openForm(page, { stripe: site.stripe.settings.STRIPE_PUBLISHABLE_KEY });

  test('pays', async ({ page }) => {
    const email = await withCard(page);
    await typeCard(page, CARDS.visa);
    await send(page);
    await expect(page.getByRole('status')).toHaveText(/^Thank you/);
    expect((await desk(email))[0]?.text).toContain('Paid by card: ₹100 (Stripe pi_');
  });

  test('hears that it was declined, and pays with another', async ({ page, expectTrouble }) => {
    expectTrouble(refusedLine(422));
    const email = await withCard(page);
    await typeCard(page, CARDS.noFunds);
    await send(page);
    const said = PAYMENT_ERRORS.DECLINED.message.replace('{reason}', 'Your card has insufficient funds.');
    await expect(page.locator('#problem-of-card')).toHaveText(`Card ${said}`);
    await expect(codes(page)).toHaveText('paymentMethod:STRIPE_CLIENT_ERROR');
    expect(await desk(email)).toEqual([]);
    await typeCard(page, CARDS.visa);
    await send(page);
    await expect(page.getByRole('status')).toHaveText(/^Thank you/);
    expect(await desk(email)).toHaveLength(1);
  });

  test('pays once the bank has heard a yes', async ({ page }) => {
    const email = await withCard(page);
    await typeCard(page, CARDS.asksFirst);
    await send(page);
    await tellBank(page, 'agree');
    await expect(page.getByRole('status')).toHaveText(/^Thank you/);
    expect((await desk(email))[0]?.text).toContain('Paid by card: ₹100');
  });

  test('pays nothing when the bank heard a no', async ({ page }) => {
    const email = await withCard(page);
    const paid = site.stripe.paid().length;
    await typeCard(page, CARDS.asksFirst);
    await send(page);
    await tellBank(page, 'refuse');
    await expect(codes(page)).toHaveText('paymentMethod:STRIPE_CLIENT_ERROR');
    await expect(page.locator('#problem-of-card')).toHaveText('Card Stripe SCA error');
    expect(site.stripe.paid()).toHaveLength(paid);
    expect(await desk(email)).toEqual([]);
  });
});
