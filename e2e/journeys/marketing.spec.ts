import { PAGES } from '#contract/paths.ts';
import { expect, test } from '#e2e/support/test.ts';

/** From the product spec §1, in its order. */
const VALUES = ['Innovation First', 'Faith-Driven', 'Accessible Tech'];
const VISION = [
  'Human-Centric',
  'Secure and Reliable',
  'Made in India',
  'Affordable',
  'Bug-Resilient',
  'Global Accessibility',
  'Privacy First',
  'Future-Ready',
];
const FEATURES = [
  'Cutting-Edge Technology',
  'Enterprise Scalability',
  'Bank-Grade Security',
  'AI-Powered Insights',
  'Integration',
  'Developer Friendly',
];
const CHAPTERS = 10;
const MEMBERS = 6;

test.describe('the home screen', () => {
  test('has every block of the spec, in its order', async ({ page }) => {
    await page.goto(PAGES.home);
    const titles = await page.getByRole('main').getByRole('heading', { level: 3 }).allTextContents();
    const reasons = titles.length - VALUES.length - VISION.length - FEATURES.length - CHAPTERS - MEMBERS;
    expect(reasons, 'reasons to choose us').toBeGreaterThanOrEqual(3);
    expect(titles.slice(0, VALUES.length)).toEqual(VALUES);
    expect(titles.slice(VALUES.length + reasons, -CHAPTERS - MEMBERS)).toEqual([...VISION, ...FEATURES]);
    await expect(page.getByRole('heading', { level: 2, name: 'Why choose us' })).toBeVisible();
    await expect(page.locator('.night-chapter')).toHaveCount(CHAPTERS);
    await expect(page.locator('.member')).toHaveCount(MEMBERS);
  });

  test('says that no coding experience is required, and leads to the demo and the story', async ({
    page,
  }) => {
    await page.goto(PAGES.home);
    const hero = page.getByRole('region', { name: 'Innovation fueled by faith' });
    await expect(hero.getByText('No coding experience required.')).toBeVisible();
    await hero.getByRole('link', { name: /^Try / }).click();
    await expect(page).toHaveURL('/coming-soon');
    await page.goBack();
    await hero.getByRole('link', { name: 'Our Story', exact: true }).click();
    await expect(page).toHaveURL('/story');
  });

  test('shows its blocks to someone who comes from another page', async ({ page }) => {
    await page.goto(PAGES.vision);
    await page.getByRole('banner').getByRole('link').first().click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 3, name: 'Bank-Grade Security' })).toBeVisible();
  });
});

test('the vision: eight promises, and how each one is kept', async ({ page }) => {
  await page.goto(PAGES.vision);
  const titles = page.getByRole('main').getByRole('heading', { level: 3 });
  await expect(titles).toHaveText([...VISION, ...VISION]);
});

test('the features: six, with a preview that says so, and what works today', async ({ page }) => {
  await page.goto(PAGES.features);
  const titles = await page.getByRole('main').getByRole('heading', { level: 3 }).allTextContents();
  expect(titles.slice(0, FEATURES.length)).toEqual(FEATURES);
  expect(titles).toHaveLength(FEATURES.length + 2);
  await expect(page.getByText('the API is not open yet')).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the home screen still has all of its blocks', async ({ page }) => {
    await page.goto(PAGES.home);
    for (const name of [...VISION, ...FEATURES])
      await expect(page.getByRole('heading', { level: 3, name, exact: true })).toBeVisible();
  });
});
