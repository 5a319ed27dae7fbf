import { PAGES } from '#contract/paths.ts';
import { DESK, PHONE } from '../support/accessible.ts';
import { expect, test } from '../support/test.ts';

/** Spec §2. */
const PRIVACY_CARDS = [
  'User Interactions',
  'Data Collection',
  'Technical Safeguards',
  'Cloud Infrastructure',
  'Legal Compliance',
  'Team Access',
];
const TERMS_CARDS = [
  'Terms and Conditions',
  'User Accounts',
  'Products and Services',
  'Pricing and Payments',
  'Return and Refund Policy',
];

for (const { name, path, cards } of [
  { name: 'privacy', path: PAGES.privacy, cards: PRIVACY_CARDS },
  { name: 'terms', path: PAGES.terms, cards: TERMS_CARDS },
]) {
  test(`${name}: its cards, and a table of contents that leads to each`, async ({ page }) => {
    await page.setViewportSize(DESK);
    await page.goto(path);
    await expect(page.getByTestId('legal-card').getByRole('heading')).toHaveText(cards);
    const contents = page.getByRole('navigation', { name: 'On this page' });
    await expect(contents.getByRole('link')).toHaveText(cards);
    for (const title of cards) {
      await contents.getByRole('link', { name: title }).click();
      const heading = page.getByRole('heading', { name: title });
      await expect(heading).toBeInViewport();
      await expect(contents, 'it stays beside the text').toBeInViewport();
    }
  });
}

test('privacy states what it must, and when it was updated', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto(PAGES.privacy);
  const card = (title: string) => page.getByRole('region', { name: title });
  await expect(card('User Interactions')).toContainText(/secure AI/i);
  await expect(card('Data Collection')).toContainText(/as little as/i);
  await expect(card('Technical Safeguards')).toContainText(/encryption.*monitoring/i);
  await expect(card('Legal Compliance')).toContainText(/compliance with the GDPR.*CCPA/i);
  await expect(card('Team Access')).toContainText(/role-based.*audit log/i);
  await expect(page.getByText('Last Updated: November 2024', { exact: true })).toBeVisible();
});

test('terms state prices, refunds and returns, and where to write', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto(PAGES.terms);
  const card = (title: string) => page.getByRole('region', { name: title });
  await expect(card('Terms and Conditions')).toContainText('These terms may change without notice.');
  await expect(card('Pricing and Payments')).toContainText('All prices are in Indian rupees (INR).');
  await expect(card('Pricing and Payments')).toContainText(
    'Once a subscription is purchased, it cannot be canceled.',
  );
  const returns = card('Return and Refund Policy');
  await expect(returns).toContainText('Digital products and subscriptions are non-refundable.');
  await expect(returns).toContainText(
    'Physical products can be returned within 7 days of delivery if they are unused and in their original packaging.',
  );

  const contact = page.getByTestId('terms-contact');
  await expect(contact.getByRole('term')).toHaveText(['Email', 'Address', 'Business name', 'Billing name']);
  await expect(contact.getByRole('link')).toHaveAttribute('href', /^mailto:\S+@\S+$/);
  await expect(contact).toContainText('Kanpur Nagar, Uttar Pradesh, India');
});

test('four products, all of them coming soon', async ({ page }) => {
  await page.goto(PAGES.product);
  const products = page.getByTestId('product');
  await expect(products.getByRole('heading', { level: 2 })).toHaveText([
    /large language model/i,
    /AI assistant/i,
    /AI smartwatches/i,
    /AI devices/i,
  ]);
  for (const product of await products.all()) {
    await expect(product.getByText('Coming Soon', { exact: true })).toBeVisible();
    await expect(product.getByRole('listitem').filter({ hasText: 'it is here now' })).toHaveCount(1);
  }
});

test('coming soon: what will be here, and the way to the community', async ({ page }) => {
  await page.goto(PAGES.comingSoon);
  const main = page.getByRole('main');
  for (const title of ['Demo', 'Student program', 'Documentation', 'Getting started', 'Tutorials']) {
    await expect(main.getByRole('heading', { name: title })).toBeVisible();
  }
  for (const [name, path] of [
    ['Keep a place', `${PAGES.auth}?view=create`],
    ['Read the story', PAGES.story],
    ['Lift the bonnet', PAGES.blog],
  ] as const) {
    await expect(main.getByRole('link', { name })).toHaveAttribute('href', path);
  }
  await main.getByRole('link', { name: 'Join Community' }).click();
  await expect(page).toHaveURL(PAGES.community);
});
