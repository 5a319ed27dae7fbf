import type { Page } from '@playwright/test';
import { BRAND } from '#content/brand.ts';
import { PAGES } from '#content/page-paths.ts';
import { SITE_PAGES } from '#content/pages.ts';
import { PRICING_FAQ } from '#content/pricing.ts';
import { SHARE_PICTURE } from '#contract/share-picture.ts';
import { expect, test } from '#e2e/support/test.ts';
import { listedPages } from '../../generate/seo/listed-pages.ts';

const LISTED = listedPages();
const NOT_SHARED = [
  PAGES.profile,
  PAGES.authVerify,
  PAGES.authReset,
  PAGES.authNotMe,
  PAGES.authAddress,
  PAGES.authCallback,
  PAGES.contactThanks,
  PAGES.feedbackThanks,
] as const;

const titleOf = (path: string, title: string) =>
  path === PAGES.home ? `${BRAND.product} — ${BRAND.tagline}` : `${title} — ${BRAND.product}`;

test('every page tells programs its title, its address and a picture that is there', async ({
  page,
  request,
  baseURL,
}) => {
  for (const { path, title, description, kind, date } of LISTED) {
    const html = await (await request.get(path)).text();
    expect(html).not.toContain('.invalid');
    const { titles, canonicals, metas, data } = await headOf(page, html);
    expect(titles).toEqual([titleOf(path, title)]);
    expect(canonicals).toEqual([baseURL + path]);
    expect(metas).toMatchObject({
      description: [description],
      'og:url': [baseURL + path],
      'og:type': [kind === 'post' ? 'article' : 'website'],
      ...(date && { 'article:published_time': [date] }),
    });
    expect(metas.robots).toBeUndefined();
    if (kind === 'post')
      expect(data.map((block) => block['@type'])).toEqual(['BlogPosting', 'BreadcrumbList']);
    const [picture = '', ...others] = metas['og:image'] ?? [];
    expect(others).toEqual([]);
    expect(picture.startsWith(`${baseURL}/share/`)).toBe(true);
    const sent = await request.get(picture);
    expect([sent.status(), sent.headers()['content-type']], picture).toEqual([200, SHARE_PICTURE.type]);
  }
});

test('what is nobody’s business keeps out of searches, and the home page has one address', async ({
  page,
  request,
  baseURL,
}) => {
  for (const path of NOT_SHARED) {
    // Of the profile only who names a session gets to see anything.
    const answer = await request.get(path, { headers: { cookie: 'session=of-long-ago' } });
    const { metas } = await headOf(page, await answer.text());
    expect([metas.robots, metas['og:image']], path).toEqual([['noindex'], undefined]);
  }
  const alias = await headOf(page, await (await request.get(PAGES.homeAlias)).text());
  expect(alias.canonicals).toEqual([`${baseURL}/`]);
  const missing = await headOf(page, await (await request.get('/no/such/page')).text());
  expect([missing.metas.robots, missing.canonicals]).toEqual([['noindex'], []]);
});

test('questions told to search engines stand on the page', async ({ page }) => {
  await page.goto(PAGES.pricing);
  const shown = (await page.getByRole('main').textContent()) ?? '';
  const { data } = await headOf(page);
  const faq = data.find((block) => block['@type'] === 'FAQPage');
  expect(faq?.mainEntity).toHaveLength(PRICING_FAQ.length);
  for (const { question, answer } of PRICING_FAQ) {
    expect(shown).toContain(question);
    expect(shown).toContain(answer);
  }
});

test('after a walk through the site the head speaks of the page that is shown', async ({ page, baseURL }) => {
  await page.goto(PAGES.home);
  const walk = [...SITE_PAGES.filter(({ menus }) => menus?.header).slice(1, 3), ...SITE_PAGES.slice(0, 1)];
  for (const { path, title, description, menus } of walk) {
    await page
      .getByRole('banner')
      .getByRole('link', { name: menus?.header ?? '', exact: true })
      .click();
    await expect(page).toHaveURL(baseURL + path);
    await expect(page).toHaveTitle(titleOf(path, title));
    const { canonicals, metas } = await headOf(page);
    expect(canonicals).toEqual([baseURL + path]);
    expect(metas).toMatchObject({ description: [description], 'og:title': [titleOf(path, title)] });
    expect(metas['og:image']).toHaveLength(1);
  }
  const { data } = await headOf(page);
  expect(data.map((block) => block['@type'])).toEqual(['Organization', 'WebSite']);
});

type Head = {
  readonly titles: readonly string[];
  readonly canonicals: readonly string[];
  /** By `name` or `property`. */
  readonly metas: Readonly<Record<string, readonly string[]>>;
  readonly data: readonly Record<string, unknown>[];
};

/** What stands in a document's head: of the page that is open, or of HTML that no script has touched. */
function headOf(page: Page, html?: string): Promise<Head> {
  return page.evaluate((source) => {
    const { head } = source === undefined ? document : new DOMParser().parseFromString(source, 'text/html');
    const metas: Record<string, string[]> = {};
    for (const meta of head.querySelectorAll('meta')) {
      const key = meta.getAttribute('property') ?? meta.name;
      if (key !== '') metas[key] = [...(metas[key] ?? []), meta.content];
    }
    return {
      titles: [...head.querySelectorAll('title')].map(({ textContent }) => textContent ?? ''),
      canonicals: [...head.querySelectorAll<HTMLLinkElement>('link[rel="canonical"]')].map(
        (link) => link.getAttribute('href') ?? '',
      ),
      metas,
      data: [...head.querySelectorAll('script[type="application/ld+json"]')].map((script) =>
        JSON.parse(script.textContent ?? ''),
      ),
    };
  }, html);
}
