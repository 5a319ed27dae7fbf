import type { Locator, Page } from '@playwright/test';
import { LAUNCH_LIST_WORDS } from '#content/features/launch-list.ts';
import { PAGES } from '#content/page-paths.ts';
import { PLANS, PRICING } from '#content/pricing.ts';
import { filled } from '#contract/page-errors.ts';
import { DESK, PHONE } from '#e2e/support/accessible.ts';
import { holdBack, openHydrated, SCRIPTS } from '#e2e/support/loading.ts';
import { expect, test } from '#e2e/support/test.ts';
import { formatRupees, priceOf } from '#pages/pricing/prices.ts';

const NAMES = PLANS.map(({ name }) => name);
const { legend, month, year, saving } = PRICING.period;

const group = (page: Page) => page.getByRole('list', { name: PRICING.plans.title });
const card = (page: Page, name: string) =>
  group(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });
const periods = (page: Page) => page.getByRole('group', { name: legend });
const period = (page: Page, name: string) => periods(page).getByRole('radio', { name });

async function expectPrices(page: Page, by: 'month' | 'year'): Promise<void> {
  const { suffix, beside } = PRICING.plans;
  await expect(group(page).getByTestId('plan-price')).toHaveText(
    PLANS.map((plan) => formatRupees(priceOf(plan, by)) + suffix[by]),
  );
  const yearly = PLANS.filter(({ price }) => price !== '0').map((plan) => priceOf(plan, 'year'));
  await expect(group(page).getByTestId('plan-beside')).toHaveText(
    yearly.map((price) => filled(beside[by], { price: formatRupees(by === 'month' ? price : price / 12) })),
  );
}

test('[P-151] monthly or yearly prices can be chosen for all plans, even before the scripts load', async ({
  page,
}) => {
  const letScripts = await holdBack(page, SCRIPTS);
  await page.goto(PAGES.pricing, { waitUntil: 'commit' });
  await expect(group(page).getByRole('heading')).toHaveText(NAMES);
  await expect(period(page, month)).toBeChecked();
  await expectPrices(page, 'month');
  const buttons = group(page).getByRole('button');
  await expect(buttons).toHaveText(PLANS.map(({ buttonText }) => buttonText));
  for (const button of await buttons.all()) await expect(button).toBeEnabled();
  await expect(page.getByText(saving, { exact: true })).toBeVisible();
  await period(page, year).click();
  await letScripts();
  await expectPrices(page, 'year');
  await expect(period(page, year)).toBeChecked();
  for (const button of await buttons.all()) await expect(button).toBeDisabled();
  await period(page, year).press('ArrowLeft');
  await expect(period(page, month)).toBeFocused();
  await expectPrices(page, 'month');
});

test('[P-152] a plan that is not on sale cannot be selected, and its button leads to the launch list', async ({
  page,
}) => {
  const closed = PLANS.filter(({ isComingSoon }) => isComingSoon);
  await openHydrated(page, PAGES.pricing);
  const expectNone = () => expect(group(page).getByRole('radio', { checked: true })).toHaveCount(0);
  await expectNone();
  for (const { name } of closed) {
    await expect(group(page).getByRole('radio', { name, exact: true })).toHaveCount(0);
    await card(page, name).getByRole('heading').click();
    await card(page, name).click({ position: { x: 8, y: 60 } });
    await expectNone();
  }
  for (const { name, buttonText } of closed.slice(0, 1)) {
    const button = card(page, name).getByRole('button');
    await expect(button).toHaveAccessibleName(
      `${buttonText}: ${filled(PRICING.plans.named, { plan: name })}`,
    );
    await button.click();
    const launch = page.getByRole('region', { name: PRICING.launch.title });
    const field = launch.getByRole('textbox', { name: LAUNCH_LIST_WORDS.email });
    await expect(field, 'it leads to the field for the launch list').toBeFocused();
    await expect(field).toBeInViewport();
    await expect(launch.getByRole('status')).toHaveText(filled(PRICING.plans.notOpen, { plan: name }));
    await expect(launch.getByRole('status')).toBeInViewport();
    await expect(page.getByTestId('toast')).toHaveCount(0);
  }
});

test('a table keeps the focus when the window becomes wider, and fits the width of a phone', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await openHydrated(page, PAGES.pricing);
  const table = page.getByRole('group', { name: PRICING.features.title });
  const hidden = (frame: Locator) => frame.evaluate((box) => box.scrollWidth - box.clientWidth);
  await table.focus();
  await page.setViewportSize(DESK);
  await expect.poll(() => hidden(table)).toBe(0);
  await expect(table).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(table).not.toBeFocused();
  await expect(table).not.toHaveAttribute('tabindex');
  await page.setViewportSize(PHONE);
  await expect.poll(() => hidden(table)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 320, height: PHONE.height });
  const prices = page.getByRole('group', { name: PRICING.table.title });
  await expect.poll(() => hidden(prices)).toBeLessThanOrEqual(0);
});
