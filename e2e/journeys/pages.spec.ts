import type { Page } from '@playwright/test';
import { ABOUT } from '#content/about.ts';
import { ADDRESS_LINE } from '#content/brand.ts';
import { COMING_SOON } from '#content/coming-soon.ts';
import { COMMUNITY } from '#content/community.ts';
import { FEATURES } from '#content/feature-cards.ts';
import { CHAT } from '#content/features/chat.ts';
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
import { DESK } from '#e2e/support/accessible.ts';
import { expect, test } from '#e2e/support/test.ts';

const titlesOf = (cards: readonly { readonly title: string }[]) => cards.map(({ title }) => title);
const main = (page: Page) => page.getByRole('main');
const region = (page: Page, name: string) => main(page).getByRole('region', { name, exact: true });

/** What a page shows, whole. Names of drawings, places and addresses are no words. */
const SHOWN: Readonly<Record<string, unknown>> = {
  [PAGES.home]: [
    VALUES.cards,
    WHY_US.reasons,
    VISION.promises,
    FEATURES.features,
    STORY.chapters,
    TEAM.members,
  ].map((cards) => cards.map((card) => ('title' in card ? card.title : card.name))),
  [PAGES.story]: STORY.chapters,
  [PAGES.vision]: VISION.promises,
  [PAGES.features]: [FEATURES.features, FEATURES_PAGE],
  [PAGES.team]: TEAM.members.length > 0 ? TEAM : [TEAM.page, TEAM.work, TEAM.join],
  [PAGES.about]: ABOUT,
  [PAGES.community]: COMMUNITY,
  [PAGES.product]: [PRODUCTS.map(({ title }) => title), PRODUCTS_PAGE],
  [PAGES.comingSoon]: COMING_SOON,
  [PAGES.privacy]: PRIVACY.updated,
  [PAGES.terms]: [TERMS.contact, ADDRESS_LINE],
};
const NO_WORDS = ['icon', 'picture', 'page', 'id', 'href', 'to'];

// What stands in the pages; that scripts change no word of it, routes.spec.ts shows.
test.use({ javaScriptEnabled: false });

test('each page shows all words of its content', async ({ page }) => {
  for (const [path, content] of Object.entries(SHOWN)) {
    await page.goto(path);
    const shown = ((await main(page).textContent()) ?? '').replaceAll(/\s+/g, ' ');
    expect
      .soft(
        wordsOf(content).filter((words) => !shown.includes(words)),
        path,
      )
      .toEqual([]);
  }
});

test('places to join open in new tabs that know nothing of this one', async ({ page }) => {
  await page.goto(PAGES.community);
  const cards = region(page, COMMUNITY.join.title).getByRole('listitem');
  for (const [index, { href }] of COMMUNITY.join.cards.entries()) {
    const link = cards.nth(index).getByRole('link', { name: CHAT.newTab });
    await expect(link).toHaveAttribute('href', href);
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    await expect(link).toHaveAttribute('target', '_blank');
  }
});

test('products say how far each is, and what is coming leads to what is here', async ({ page }) => {
  await page.goto(PAGES.product);
  const products = page.getByTestId('product');
  for (const [index, { stage }] of PRODUCTS.entries()) {
    const here = products.nth(index).getByRole('listitem').filter({ hasText: PRODUCTS_PAGE.here });
    await expect(here).toContainText(PRODUCTS_PAGE.stages[stage - 1] ?? '');
  }
  await page.goto(PAGES.comingSoon);
  for (const { title, page: to } of COMING_SOON.meanwhile.list) {
    const href = to === 'auth' ? `${PAGES.auth}?view=create` : PAGES[to];
    await expect(main(page).getByRole('link', { name: title })).toHaveAttribute('href', href);
  }
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

function wordsOf(content: unknown): readonly string[] {
  if (typeof content === 'string') return [content];
  return Object.entries(content ?? {}).flatMap(([key, value]) =>
    NO_WORDS.includes(key) ? [] : wordsOf(value),
  );
}
