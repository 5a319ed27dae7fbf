import type { Page } from '@playwright/test';
import { ABOUT } from '#content/about.ts';
import { ADDRESS_LINE } from '#content/brand.ts';
import { CHAT } from '#content/chat.ts';
import { COMING_SOON } from '#content/coming-soon.ts';
import { COMMUNITY } from '#content/community.ts';
import { FEATURES } from '#content/features.ts';
import { FEATURES_PAGE } from '#content/features-page.ts';
import { LEGAL_WORDS } from '#content/legal.ts';
import { PAGES } from '#content/page-paths.ts';
import { PRIVACY, PRIVACY_CARDS } from '#content/privacy.ts';
import { PRODUCTS, PRODUCTS_PAGE } from '#content/products.ts';
import { STORY } from '#content/story.ts';
import { TEAM } from '#content/team.ts';
import { TERMS, TERMS_CARDS } from '#content/terms.ts';
import { VALUES } from '#content/values.ts';
import { VISION } from '#content/vision.ts';
import { WHY_US } from '#content/why-us.ts';
import { DESK } from '../support/accessible.ts';
import { expect, test } from '../support/test.ts';

const titlesOf = (cards: readonly { readonly title: string }[]) => cards.map(({ title }) => title);
const main = (page: Page) => page.getByRole('main');
const region = (page: Page, name: string) => main(page).getByRole('region', { name, exact: true });

/** What each page lists, card by card, as headings of this level. */
const LISTS = [
  {
    path: PAGES.home,
    level: 3,
    titles: [
      ...titlesOf(VALUES.cards),
      ...titlesOf(WHY_US.reasons),
      ...titlesOf(VISION.promises),
      ...titlesOf(FEATURES.features),
      ...titlesOf(STORY.chapters),
      ...TEAM.members.map(({ name }) => name),
    ],
  },
  { path: PAGES.vision, level: 3, titles: titlesOf(VISION.promises) },
  {
    path: PAGES.features,
    level: 3,
    titles: [
      ...titlesOf(FEATURES.features),
      FEATURES_PAGE.horizon.today.title,
      FEATURES_PAGE.horizon.coming.title,
    ],
  },
  {
    path: PAGES.community,
    level: 3,
    titles: [...titlesOf(COMMUNITY.join.cards), ...titlesOf(COMMUNITY.benefits.cards)],
  },
] as const;

// What stands in the pages; that scripts change no word of it, routes.spec.ts shows.
test.use({ javaScriptEnabled: false });

test('each page has every card of its list, in order', async ({ page }) => {
  for (const { path, level, titles } of LISTS) {
    await page.goto(path);
    await expect.soft(main(page).getByRole('heading', { level }), path).toHaveText([...titles]);
  }
});

test('the story and the team: each card with its drawing and its words', async ({ page }) => {
  await page.goto(PAGES.story);
  const chapters = main(page).getByRole('listitem');
  await expect(chapters.getByRole('heading', { level: 2 })).toHaveText(titlesOf(STORY.chapters));
  for (const [index, { hour, content, text }] of STORY.chapters.entries()) {
    await expect(chapters.nth(index).getByRole('paragraph')).toHaveText([hour, content, ...text]);
    await expect(chapters.nth(index).locator('svg.lucide')).toHaveCount(1);
  }
  await page.goto(PAGES.team);
  const members = region(page, TEAM.block.title).getByRole('listitem');
  await expect(members).toHaveCount(TEAM.members.length);
  for (const [index, { name, role, description, icon }] of TEAM.members.entries()) {
    await expect(members.nth(index).getByRole('heading', { level: 3 })).toHaveText(name);
    await expect(members.nth(index).getByRole('paragraph')).toHaveText([role, description]);
    await expect(members.nth(index).locator(`.kite-${icon}`)).toHaveCount(1);
  }
  await expect(page.getByRole('link', { name: TEAM.join.link })).toHaveAttribute('href', PAGES.contact);
});

test('about: what the company believes, its facts, and where to go next', async ({ page }) => {
  await page.goto(PAGES.about);
  const beliefs = region(page, ABOUT.beliefs.title).getByRole('heading', { level: 3 });
  await expect(beliefs).toHaveText(titlesOf(ABOUT.beliefs.list));
  for (const { value } of ABOUT.facts.list)
    await expect(region(page, ABOUT.facts.title)).toContainText(value);
  const onward = main(page).getByRole('navigation', { name: ABOUT.onward.title }).getByRole('link');
  const paths = await onward.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(paths).toEqual(ABOUT.onward.links.map(({ to }) => PAGES[to]));
});

test('the community: places to join, in new tabs that know nothing of this one', async ({ page }) => {
  await page.goto(PAGES.community);
  const cards = region(page, COMMUNITY.join.title).getByRole('listitem');
  for (const [index, { href, description }] of COMMUNITY.join.cards.entries()) {
    const link = cards.nth(index).getByRole('link', { name: CHAT.newTab });
    await expect(link).toHaveAttribute('href', href);
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(cards.nth(index)).toContainText(description);
  }
  const rules = region(page, COMMUNITY.rules.title).getByRole('listitem');
  await expect(rules).toHaveText([...COMMUNITY.rules.list]);
});

test('products and what is coming: how far each is, and the way on', async ({ page }) => {
  await page.goto(PAGES.product);
  const products = page.getByTestId('product');
  await expect(products.getByRole('heading', { level: 2 })).toHaveText(titlesOf(PRODUCTS));
  for (const [index, { stage }] of PRODUCTS.entries()) {
    await expect(products.nth(index).getByText(PRODUCTS_PAGE.soon, { exact: true })).toBeVisible();
    const here = products.nth(index).getByRole('listitem').filter({ hasText: PRODUCTS_PAGE.here });
    await expect(here).toContainText(PRODUCTS_PAGE.stages[stage - 1] ?? '');
  }

  await page.goto(PAGES.comingSoon);
  for (const { title } of COMING_SOON.things.list)
    await expect(main(page).getByRole('heading', { name: title })).toBeVisible();
  for (const { title, page: to } of COMING_SOON.meanwhile.list) {
    const href = to === 'auth' ? `${PAGES.auth}?view=create` : PAGES[to];
    await expect(main(page).getByRole('link', { name: title })).toHaveAttribute('href', href);
  }
  await main(page).getByRole('link', { name: COMING_SOON.community }).click();
  await expect(page).toHaveURL(PAGES.community);
});

for (const { path, cards } of [
  { path: PAGES.privacy, cards: PRIVACY_CARDS },
  { path: PAGES.terms, cards: TERMS_CARDS },
]) {
  test(`${path}: its cards, and a table of contents that leads to each`, async ({ page }) => {
    await page.setViewportSize(DESK);
    await page.goto(path);
    await expect(page.getByTestId('legal-card').getByRole('heading')).toHaveText(titlesOf(cards));
    const contents = page.getByRole('navigation', { name: LEGAL_WORDS.contents });
    await expect(contents.getByRole('link')).toHaveText(titlesOf(cards));
    for (const { title, gist } of cards) await expect(region(page, title)).toContainText(gist);
    for (const { title } of [...cards.slice(-1), ...cards.slice(1, 2)]) {
      await contents.getByRole('link', { name: title }).click();
      await expect(page.getByRole('heading', { name: title })).toBeInViewport();
      await expect(contents, 'it stays beside the text').toBeInViewport();
    }
  });
}

test('privacy says when it was updated, and the terms where to write', async ({ page }) => {
  await page.goto(PAGES.privacy);
  await expect(page.getByText(PRIVACY.updated, { exact: true })).toBeVisible();
  await page.goto(PAGES.terms);
  const contact = page.getByTestId('terms-contact');
  const { email, address, business, billing } = TERMS.contact;
  await expect(contact.getByRole('term')).toHaveText([email, address, business, billing]);
  await expect(contact.getByRole('link')).toHaveAttribute('href', /^mailto:\S+@\S+$/);
  await expect(contact).toContainText(ADDRESS_LINE);
});
