import type { Page } from '@playwright/test';
import { PAGES } from '#contract/paths.ts';
import { openHydrated } from '../support/hydrated.ts';
import { Keyboard } from '../support/keyboard.ts';
import { holdBack, SCRIPTS } from '../support/network-edge.ts';
import { expect, test } from '../support/test.ts';

/** Spec §9, in its order. */
const PLANS = [
  { name: 'Free', month: '₹0', year: '₹0', saved: '₹0' },
  { name: 'Basic', month: '₹350', year: '₹3,360', saved: '₹840' },
  { name: 'Standard', month: '₹500', year: '₹4,800', saved: '₹1,200' },
  { name: 'Student', month: '₹200', year: '₹1,920', saved: '₹480' },
  { name: 'Professional', month: '₹1,000', year: '₹9,600', saved: '₹2,400' },
] as const;

const FEATURES: Readonly<Record<string, readonly RegExp[]>> = {
  Free: [
    /unlimited general conversations/i,
    /real-time searching/i,
    /limited access to advanced tools/i,
    /end-to-end encryption/i,
  ],
  Basic: [/limited advanced features.* rate limit/i, /end-to-end encryption/i],
  Standard: [
    /enhanced problem-solving/i,
    /priority support/i,
    /^advanced features$/i,
    /end-to-end encryption/i,
  ],
  Student: [/affordable for students/i, /all basic features/i, /end-to-end encryption/i],
  Professional: [
    /enterprise-grade support/i,
    /advanced customization/i,
    /priority support/i,
    /end-to-end encryption/i,
  ],
};

const group = (page: Page) => page.getByRole('radiogroup', { name: 'Plans' });
const card = (page: Page, name: string) =>
  group(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });
const period = (page: Page, name: RegExp) =>
  page.getByRole('group', { name: 'Billing period' }).getByRole('radio', { name });

async function expectPrices(page: Page, by: 'month' | 'year'): Promise<void> {
  const other = by === 'month' ? 'year' : 'month';
  for (const plan of PLANS) {
    await expect(card(page, plan.name).locator('.plan-price')).toHaveText(`${plan[by]}/${by}`);
    await expect(card(page, plan.name).locator('.plan-other')).toHaveText(`or ${plan[other]}/${other}`);
  }
}

test('five plans, by the month at first', async ({ page }) => {
  await page.goto(PAGES.pricing);
  await expect(group(page).getByRole('heading')).toHaveText(PLANS.map(({ name }) => name));
  await expect(period(page, /Monthly/)).toBeChecked();
  await expectPrices(page, 'month');
  for (const [name, features] of Object.entries(FEATURES)) {
    const lines = card(page, name).getByRole('listitem');
    await expect(lines).toHaveCount(features.length);
    for (const feature of features) await expect(lines.filter({ hasText: feature })).toHaveCount(1);
  }
  await expect(page.getByText('Most suggested', { exact: true })).toHaveCount(1);
  await expect(card(page, 'Standard')).toContainText('Most suggested');
  await expect(
    page.getByText('Important: Once a subscription is purchased, it cannot be canceled', { exact: true }),
  ).toBeVisible();
  await expect(group(page).getByRole('button')).toHaveText(PLANS.map(() => 'Coming Soon'));
});

test('by the year: a fifth less, and every button rests', async ({ page }) => {
  await page.goto(PAGES.pricing);
  await expect(page.getByText('Save 20%', { exact: true })).toBeVisible();
  const buttons = group(page).getByRole('button', { name: 'Coming Soon', exact: true });
  await expect(buttons).toHaveCount(5);
  for (const button of await buttons.all()) await expect(button).toBeEnabled();

  await page.getByText('Yearly', { exact: true }).first().click();
  await expect(period(page, /Yearly Save 20%/)).toBeChecked();
  await expectPrices(page, 'year');
  for (const button of await buttons.all()) await expect(button).toBeDisabled();

  await period(page, /Monthly/).check();
  await expectPrices(page, 'month');
  for (const button of await buttons.all()) await expect(button).toBeEnabled();
});

test('no plan is selected, and none can be: not by click, not by keyboard', async ({ page }) => {
  await page.goto(PAGES.pricing);
  const choices = group(page).getByRole('radio');
  await expect(choices).toHaveCount(5);
  const expectNone = async () => {
    await expect(group(page).getByRole('radio', { checked: true })).toHaveCount(0);
  };
  await expectNone();
  for (const { name } of PLANS) {
    await expect(group(page).getByRole('radio', { name, exact: true })).toBeDisabled();
    await card(page, name).getByRole('heading').click();
    await card(page, name).click({ position: { x: 8, y: 60 } });
    await expectNone();
  }

  const keys = new Keyboard(page);
  await keys.tabTo(period(page, /Monthly/));
  for (const { name } of PLANS) {
    await keys.tabTo(card(page, name).getByRole('button'));
    await keys.press('ArrowDown');
  }
  await expectNone();
});

test('the period can be changed by keyboard', async ({ page }) => {
  await page.goto(PAGES.pricing);
  const keys = new Keyboard(page);
  await keys.tabTo(period(page, /Monthly/));
  await keys.press('ArrowRight');
  await expect(period(page, /Yearly/)).toBeFocused();
  await expectPrices(page, 'year');
  await keys.press('ArrowLeft');
  await expectPrices(page, 'month');
});

test('the button of a plan that is not open says so', async ({ page }) => {
  await openHydrated(page, PAGES.pricing);
  const button = card(page, 'Student').getByRole('button', { name: 'Coming Soon' });
  await expect(button).toHaveAccessibleDescription('Student');
  await button.click();
  await button.click();
  await expect(page.getByTestId('toast')).toHaveText(/^Student opens with the launch\./);
});

test('a period chosen before the scripts arrive counts', async ({ page }) => {
  const letScripts = await holdBack(page, SCRIPTS);
  await page.goto(PAGES.pricing, { waitUntil: 'commit' });
  await page.getByText('Yearly', { exact: true }).first().click();
  await letScripts();
  await expectPrices(page, 'year');
  await expect(period(page, /Yearly/)).toBeChecked();
});

test('all sums stand in one table', async ({ page }) => {
  await page.goto(PAGES.pricing);
  const table = page.getByRole('table', { name: 'The same sums, side by side' });
  await expect(table.getByRole('columnheader')).toHaveText(['Plan', 'Monthly', 'Yearly', 'Saved in a year']);
  for (const { name, month, year, saved } of PLANS) {
    const row = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
    await expect(row.getByRole('cell')).toHaveText([month, year, saved]);
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('both prices of every plan can be read', async ({ page }) => {
    await page.goto(PAGES.pricing);
    await expectPrices(page, 'month');
    await expect(page.getByRole('group', { name: 'Billing period' })).toBeHidden();
  });
});
