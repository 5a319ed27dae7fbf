import type { Page } from '@playwright/test';
import { CONTACT } from '#content/contact.ts';
import { NOTIFICATION } from '#content/form-service.ts';
import { FORM_WORDS } from '#content/forms.ts';
import { PAGES } from '#content/page-paths.ts';
import { moneyText } from '#contract/money.ts';
import { filled } from '#contract/page-errors.ts';
import { FORMS_API, pathFor } from '#contract/paths.ts';
import { type FakeStripe, startFakeStripe } from '#e2e/fakes/stripe.ts';
import { CARDS } from '#e2e/fakes/stripe-payments.ts';
import { expectAccessible } from '#e2e/support/accessible.ts';
import { holdBack, OFFLINE_LINE, refusedLine } from '#e2e/support/loading.ts';
import {
  DESK_ADDRESS,
  expectNothingLost,
  fillIn,
  formOf,
  type Letter,
  newLetter,
  notificationsOf,
} from '#e2e/support/message-forms.ts';
import { expect, type Fixtures, onSiteWith, test } from '#e2e/support/test.ts';
import { PAYMENT_ERRORS } from '#features/card-payments/refusals.ts';

/** A fake Stripe. A second site uses it to charge cards on its contact page. */
let stripe: FakeStripe;
// All tests run in one worker, so that they share this site.
test.describe.configure({ mode: 'default' });
test.use(
  onSiteWith(async () => {
    stripe = await startFakeStripe();
    return { settings: { ...stripe.settings, FORM_NOTIFY_TO: DESK_ADDRESS }, close: stripe.close };
  }),
);

const STRIPE_HOSTS = /^https:\/\/(js|hooks|api)\.stripe\.com\//;
const CALLS_STRIPE = /^request to another machine: https:\/\/(js|hooks|api)\.stripe\.com\//;

const WORDS = CONTACT.payment;
const AMOUNT = moneyText(WORDS.amount, WORDS.currency);
const PLAIN = CONTACT.form.submit;
const PAYING = filled(WORDS.submit, { amount: AMOUNT });
const PAID = filled(WORDS.paid, { amount: AMOUNT });
/** The sentence about the payment in the operator's mail, up to the payment's number. */
const PAID_BY_CARD = filled(NOTIFICATION.payment, { amount: AMOUNT }).split('{intent}')[0] ?? '';
const SUCCESS = CONTACT.form.success;

const part = (page: Page) => page.locator('summary', { hasText: WORDS.open });
const cardGroup = (page: Page) => page.getByRole('group', { name: WORDS.label, exact: true });
const incomplete = (page: Page) => page.getByRole('alert').filter({ hasText: WORDS.incomplete });
const send = (page: Page, name: string) => formOf(page).getByRole('button', { name, exact: true }).click();

async function bringStripe(page: Page, expectTrouble: Fixtures['expectTrouble']): Promise<void> {
  expectTrouble(CALLS_STRIPE);
  await page.route(STRIPE_HOSTS, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: `${stripe.url}${pathname}${search}` }) });
  });
}

const cardFrame = (page: Page) => page.frameLocator('iframe[title="Secure card payment input frame"]');

async function typeCard(page: Page, { number }: (typeof CARDS)[keyof typeof CARDS]): Promise<void> {
  const frame = cardFrame(page);
  await frame.getByLabel('Card number').fill(number);
  await frame.getByLabel('Expiration').fill('12 / 34');
  await frame.getByLabel('CVC').fill('123');
}

async function tellBank(page: Page, answer: 'agree' | 'refuse'): Promise<void> {
  const bank = page.frameLocator('iframe[title="Authentication by your bank"]');
  const name = answer === 'agree' ? 'Complete authentication' : 'Fail authentication';
  await bank.getByRole('button', { name }).click();
  await expect(page.locator('iframe[title="Authentication by your bank"]')).toHaveCount(0);
}

async function openLetter(page: Page): Promise<Letter> {
  const letter = newLetter();
  await page.goto(PAGES.contact);
  await fillIn(page, letter);
  return letter;
}

const mailsAbout = async (page: Page, { email }: Letter) =>
  (await notificationsOf(page, email)).map(({ text }) => text);

test('[P-004] a message without a payment makes no request to Stripe', async ({ page }) => {
  const letter = await openLetter(page);
  await expect(part(page)).toBeVisible();
  await send(page, PLAIN);
  await expect(page.getByText(SUCCESS, { exact: true })).toBeFocused();
  await expect(page.getByText(PAID)).toHaveCount(0);
  expect(await mailsAbout(page, letter)).toEqual([expect.not.stringContaining(PAID_BY_CARD)]);
});

test('[P-006] the button names the amount; a message caught by the spam trap is not charged, and the page says so', async ({
  page,
  expectTrouble,
}) => {
  await bringStripe(page, expectTrouble);
  const letter = newLetter();
  await page.goto(PAGES.home);
  await page.getByRole('contentinfo').locator(`a[href="${PAGES.contact}"]`).click();
  await fillIn(page, letter);
  await part(page).click();
  await typeCard(page, CARDS.visa);
  const letThrough = await holdBack(page, pathFor(FORMS_API.submit, 'contact'));
  await send(page, PAYING);
  await part(page).click();
  await expect(cardFrame(page).getByLabel('Card number')).toBeVisible();
  await letThrough();
  await expect(page.getByText(SUCCESS, { exact: true })).toBeFocused();
  await expect(page.getByText(PAID)).toBeVisible();
  await expectAccessible(page, 'sent with a payment', 'main');
  expect(await mailsAbout(page, letter)).toEqual([expect.stringContaining(`${PAID_BY_CARD}pi_`)]);

  // A message that the spam trap catches is not charged, and the page says so.
  await page.getByRole('button', { name: CONTACT.form.again }).click();
  await fillIn(page, newLetter());
  await page.locator('input[name="_gotcha"]').evaluate((field: HTMLInputElement) => {
    field.value = 'Asha';
  });
  await part(page).click();
  await typeCard(page, CARDS.visa);
  await send(page, PAYING);
  await expect(page.getByText(WORDS.notPaid)).toBeVisible();
  await expect(page.getByText(PAID)).toHaveCount(0);
});

// axe must look into Stripe's iframe, which only the complete browser allows.
test('the payment section is accessible, and has the same style as the form in the light and the dark theme', {
  tag: '@whole-browser',
}, async ({ page, expectTrouble }) => {
  await bringStripe(page, expectTrouble);
  await page.emulateMedia({ colorScheme: 'dark' });
  await openLetter(page);
  await part(page).click();
  const number = cardFrame(page).getByLabel('Card number');
  const likeTheName = async () => {
    const name = formOf(page).getByLabel(FORM_WORDS.name, { exact: true });
    const [ours, theirs] = await Promise.all([name, number].map((field) => field.evaluate(inPlainColour)));
    return { ours, theirs };
  };
  const dark = await likeTheName();
  expect(dark.theirs).toEqual(dark.ours);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(async () => (await likeTheName()).theirs).not.toEqual(dark.theirs);
  const light = await likeTheName();
  expect(light.theirs).toEqual(light.ours);
  await expectAccessible(page, 'card payment, open', 'main');
  await send(page, PAYING);
  await expect(incomplete(page)).toBeVisible();
  await expect(cardFrame(page).getByLabel('Card number')).toBeFocused();
  await expectAccessible(page, 'card payment, refused here', 'main');
  await typeCard(page, CARDS.visa);
  await expect(incomplete(page)).toHaveCount(0);
});

test('[P-164] a refused card shows an error and keeps the text', async ({ page, expectTrouble }) => {
  await bringStripe(page, expectTrouble);
  expectTrouble(refusedLine(422));
  expectTrouble(refusedLine(402));
  const letter = await openLetter(page);
  await part(page).click();
  await typeCard(page, { ...CARDS.visa, number: '4000000000000000' as typeof CARDS.visa.number });
  await send(page, PAYING);
  await expect(cardGroup(page).getByRole('alert')).toHaveText(`${WORDS.label} ${FORM_WORDS.cardNotTaken}`);
  await typeCard(page, CARDS.declined);
  await send(page, PAYING);
  const said = filled(PAYMENT_ERRORS.DECLINED.message, { reason: 'Your card was declined.' });
  await expect(cardGroup(page).getByRole('alert')).toHaveText(`${WORDS.label} ${said}`);
  await expectNothingLost(page, letter);
  await typeCard(page, CARDS.asksFirst);
  await send(page, PAYING);
  await tellBank(page, 'refuse');
  await expect(cardGroup(page).getByRole('alert')).toHaveText(
    `${WORDS.label} ${FORM_WORDS.cardNotConfirmed}`,
  );
  await expectNothingLost(page, letter);
  expect(await mailsAbout(page, letter)).toEqual([]);

  await send(page, PAYING);
  await tellBank(page, 'agree');
  await expect(page.getByText(SUCCESS, { exact: true })).toBeFocused();
  expect(await mailsAbout(page, letter)).toEqual([expect.stringContaining(PAID_BY_CARD)]);
});

test('without Stripe, a message can be sent without a payment', async ({ page, expectTrouble }) => {
  expectTrouble(OFFLINE_LINE);
  await page.route('https://js.stripe.com/**', (route) => route.abort('internetdisconnected'));
  const letter = await openLetter(page);
  await part(page).click();
  await expect(page.getByText(WORDS.notLoaded)).toBeVisible();
  await send(page, PAYING);
  await expect(incomplete(page)).toBeVisible();
  await expectAccessible(page, 'card payment, not loaded', 'main');

  await page.unroute('https://js.stripe.com/**');
  await bringStripe(page, expectTrouble);
  await page.getByRole('button', { name: WORDS.loadAgain }).click();
  await typeCard(page, CARDS.visa);
  await part(page).click();
  await expect(page.locator('iframe')).toHaveCount(0);
  await send(page, PLAIN);
  await expect(page.getByText(SUCCESS, { exact: true })).toBeFocused();
  expect(await mailsAbout(page, letter)).toEqual([expect.not.stringContaining(PAID_BY_CARD)]);
});

function inPlainColour(field: Element): readonly (string | number)[] {
  const { color, fontSize } = getComputedStyle(field);
  const canvas = document.createElement('canvas').getContext('2d');
  if (canvas === null) return [color];
  canvas.fillStyle = color;
  canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data, fontSize];
}
