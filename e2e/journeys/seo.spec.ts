import type { APIRequestContext, Page } from '@playwright/test';
import { BRAND } from '#content/brand.ts';
import { GROUND_COLOURS } from '#content/colours.ts';
import { SITE_PAGES } from '#content/pages.ts';
import { PRICING_FAQ } from '#content/pricing.ts';
import { DISCOVERY, PAGES } from '#contract/paths.ts';
import { SHARE_PICTURE } from '#contract/share-picture.ts';
import { listedPages } from '../../generate/seo/listed-pages.ts';
import { expect, test } from '../support/test.ts';

const LISTED = listedPages();
const POSTS = LISTED.filter(({ kind }) => kind === 'post');
const NOT_SHARED = [
  PAGES.profile,
  PAGES.authVerify,
  PAGES.authReset,
  PAGES.authCallback,
  PAGES.contactThanks,
  PAGES.feedbackThanks,
] as const;

test.describe('every page, as a program reads it', () => {
  for (const { path, title, description, kind, date } of LISTED) {
    test(path, async ({ page, request, baseURL }) => {
      const html = await (await request.get(path)).text();
      expect(html).not.toContain('.invalid');
      const head = await headOf(page, html);
      expect(head.titles).toEqual([
        path === '/' ? `${BRAND.product} — ${BRAND.tagline}` : `${title} — ${BRAND.product}`,
      ]);
      expect(head.metas.description).toEqual([description]);
      expect(head.canonicals).toEqual([baseURL + path]);
      expect(head.metas['og:url']).toEqual([baseURL + path]);
      expect(head.metas['og:type']).toEqual([kind === 'post' ? 'article' : 'website']);
      expect(head.metas['article:published_time']).toEqual(date === undefined ? undefined : [date]);
      expect(head.metas['twitter:card']).toEqual(['summary_large_image']);
      expect(head.metas['og:image:alt']).toHaveLength(1);
      expect(head.metas.robots).toBeUndefined();
      const [picture = '', ...others] = head.metas['og:image'] ?? [];
      expect(others).toEqual([]);
      expect(picture.startsWith(`${baseURL}/share/`)).toBe(true);
      expect(await pictureSize(request, picture)).toEqual([SHARE_PICTURE.width, SHARE_PICTURE.height]);
    });
  }

  for (const path of NOT_SHARED) {
    test(`${path} keeps out of it`, async ({ page, request }) => {
      // Of the profile only who names a session gets to see anything.
      const answer = await request.get(path, { headers: { cookie: 'session=of-long-ago' } });
      const head = await headOf(page, await answer.text());
      expect(head.metas.robots).toEqual(['noindex']);
      expect(head.metas['og:image']).toBeUndefined();
    });
  }

  test('the other address of the home page names the first', async ({ page, request, baseURL }) => {
    const head = await headOf(page, await (await request.get(PAGES.homeAlias)).text());
    expect(head.canonicals).toEqual([`${baseURL}/`]);
  });

  test('a page that is missing keeps out of it', async ({ page, request }) => {
    const head = await headOf(page, await (await request.get('/no/such/page')).text());
    expect(head.metas.robots).toEqual(['noindex']);
    expect([head.canonicals, head.metas['og:image']]).toEqual([[], undefined]);
  });
});

test('the home page says who runs the site, the pricing page what is asked, a post what it is', async ({
  page,
  request,
  baseURL,
}) => {
  const typesAt = async (path: string) => {
    const { data } = await headOf(page, await (await request.get(path)).text());
    return Object.fromEntries(data.map((block) => [block['@type'], block]));
  };
  const home = await typesAt('/');
  expect(Object.keys(home)).toEqual(['Organization', 'WebSite']);
  expect(home.Organization).toMatchObject({ name: BRAND.company, url: `${baseURL}/` });
  expect((await request.get(String(home.Organization?.logo))).ok()).toBe(true);
  const { FAQPage } = await typesAt(PAGES.pricing);
  expect(FAQPage?.mainEntity).toHaveLength(PRICING_FAQ.length);
  for (const { path, title, date } of POSTS.slice(0, 2)) {
    const { BlogPosting, BreadcrumbList } = await typesAt(path);
    expect(BlogPosting).toMatchObject({
      headline: title,
      datePublished: date,
      mainEntityOfPage: baseURL + path,
    });
    expect(BreadcrumbList?.itemListElement).toHaveLength(2);
  }
});

test('questions told to search engines stand on the page', async ({ page }) => {
  await page.goto(PAGES.pricing);
  const shown = (await page.getByRole('main').textContent()) ?? '';
  for (const { question, answer } of PRICING_FAQ) {
    expect(shown).toContain(question);
    expect(shown).toContain(answer);
  }
});

test('each address of the sitemap answers, and the sitemap is named by robots.txt', async ({
  request,
  baseURL,
}) => {
  const robots = await (await request.get(DISCOVERY.robots)).text();
  const sitemap = /^Sitemap: (.+)$/m.exec(robots)?.[1] ?? '';
  expect(sitemap).toBe(baseURL + DISCOVERY.sitemap);
  const xml = await (await request.get(sitemap)).text();
  const addresses = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address ?? '');
  expect(addresses.length).toBe(LISTED.length);
  for (const address of addresses) expect((await request.get(address)).status(), address).toBe(200);
  const llms = await (await request.get(DISCOVERY.llms)).text();
  for (const { path } of SITE_PAGES) expect(llms).toContain(`](${baseURL}${path})`);
});

test('the manifest and the icons are there', async ({ page, request }) => {
  await page.goto('/');
  const manifest = await request.get(DISCOVERY.manifest);
  expect(manifest.headers()['content-type']).toContain('application/manifest+json');
  const { name, icons } = await manifest.json();
  expect(name).toBe(BRAND.product);
  for (const { src, sizes } of icons) expect((await pictureSize(request, src)).join('x')).toBe(sizes);
  const linked = await page
    .locator('link[rel~="icon"], link[rel="apple-touch-icon"], link[rel="manifest"]')
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href));
  expect(linked).toHaveLength(4);
  for (const address of linked) expect((await request.get(address)).status(), address).toBe(200);
});

test('security.txt says until when it holds', async ({ request }) => {
  const text = await (await request.get(DISCOVERY.securityTextAtRoot)).text();
  expect(text).toContain(`Contact: mailto:${BRAND.securityEmail}`);
  expect(Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '')).toBeGreaterThan(Date.now());
});

test('after a walk through the site the head speaks of the page that is shown', async ({ page, baseURL }) => {
  await page.goto('/');
  const header = page.getByRole('banner');
  for (const [link, path] of [
    ['Pricing', PAGES.pricing],
    ['Team', PAGES.team],
    ['Home', PAGES.home],
  ] as const) {
    await header.getByRole('link', { name: link, exact: true }).click();
    await expect(page).toHaveURL(baseURL + path);
    const { title = '', description } = SITE_PAGES.find((each) => each.path === path) ?? {};
    const full = path === '/' ? `${BRAND.product} — ${BRAND.tagline}` : `${title} — ${BRAND.product}`;
    await expect(page).toHaveTitle(full);
    const head = await headOf(page);
    expect(head.canonicals).toEqual([baseURL + path]);
    expect(head.metas.description).toEqual([description]);
    expect(head.metas['og:title']).toEqual([full]);
    expect(head.metas['og:image']).toHaveLength(1);
  }
  const types = (await headOf(page)).data.map((block) => block['@type']);
  expect(types).toEqual(['Organization', 'WebSite']);
});

test.describe('the colour of the browser’s bars', () => {
  test.use({ colorScheme: 'dark' });

  test('is the ground of the theme, also of one chosen by hand', async ({ page }) => {
    const barColour = () =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')]
          .filter(({ media }) => matchMedia(media).matches)
          .map(({ content }) => content),
      );
    await page.goto('/');
    await expect.poll(barColour).toEqual([GROUND_COLOURS.dark]);
    await page.getByRole('button', { name: 'Switch to the light theme' }).click();
    await expect.poll(barColour).toEqual([GROUND_COLOURS.light]);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Switch to the dark theme' })).toBeVisible();
    expect(await barColour()).toEqual([GROUND_COLOURS.light]);
    expect(await page.locator('meta[name="theme-color"]').count()).toBe(2);
  });
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

async function pictureSize(request: APIRequestContext, address: string): Promise<readonly number[]> {
  const answer = await request.get(address);
  expect(answer.status(), address).toBe(200);
  expect(answer.headers()['content-type'], address).toBe(SHARE_PICTURE.type);
  const bytes = await answer.body();
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}
