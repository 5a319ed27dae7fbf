import { beforeEach, describe, expect, test, vi } from 'vitest';
import { BRAND } from '#content/brand.ts';
import { SITE_PAGES } from '#content/pages.ts';
import { ORIGIN_PLACEHOLDER } from '#contract/origin-placeholder.ts';
import { metaOf, pageMeta } from './page-meta.ts';
import { blogPosting, breadcrumbs, faqPage, organization, webSite } from './structured-data.ts';

// As while prerendering; in development addresses are relative.
beforeEach(() => void vi.stubEnv('DEV', false));

type Descriptor = Record<string, unknown>;
const all = (meta: readonly unknown[], key: string) =>
  (meta as Descriptor[]).filter((entry) => entry.name === key || entry.property === key);
const one = (meta: readonly unknown[], key: string) => all(meta, key)[0]?.content;
const canonicals = (meta: readonly unknown[]) =>
  (meta as Descriptor[]).filter(({ rel }) => rel === 'canonical').map(({ href }) => href);

describe.each(SITE_PAGES.map(({ path }) => path))('%s', (path) => {
  const meta = () => metaOf(path);

  test('has one title, one description and one address', () => {
    const titles = (meta() as Descriptor[]).flatMap(({ title }) => (title === undefined ? [] : [title]));
    expect(titles).toHaveLength(1);
    expect(String(titles[0]).length).toBeLessThanOrEqual(65);
    expect(all(meta(), 'description')).toHaveLength(1);
    expect(String(one(meta(), 'description')).length).toBeGreaterThanOrEqual(50);
    expect(String(one(meta(), 'description')).length).toBeLessThanOrEqual(160);
    expect(canonicals(meta())).toEqual([ORIGIN_PLACEHOLDER + path]);
    expect(one(meta(), 'og:url')).toBe(ORIGIN_PLACEHOLDER + path);
  });

  test('has a large picture of its own', () => {
    expect(one(meta(), 'og:image')).toBe(`${ORIGIN_PLACEHOLDER}/share${path === '/' ? '/home' : path}.png`);
    expect([one(meta(), 'og:image:width'), one(meta(), 'og:image:height')]).toEqual(['1200', '630']);
    expect(one(meta(), 'og:image:alt')).toMatch(/\S/);
    expect(one(meta(), 'twitter:card')).toBe('summary_large_image');
  });
});

test('an article says so, and when it appeared', () => {
  const meta = pageMeta({
    title: 'Tokens',
    description: 'x',
    canonical: '/blog/tokens',
    published: '2025-01-14',
  });
  expect([one(meta, 'og:type'), one(meta, 'article:published_time')]).toEqual(['article', '2025-01-14']);
  expect(one(meta, 'og:image')).toBe(`${ORIGIN_PLACEHOLDER}/share/blog/tokens.png`);
  expect(one(metaOf('/about'), 'og:type')).toBe('website');
});

test.each([
  ['noindex', { noindex: true, canonical: '/profile' }],
  ['secret', { secret: true, canonical: '/auth/verify' }],
])('a page that is %s stays out of searches and has nothing to share', (_, options) => {
  const meta = pageMeta({ title: 'Mine', description: 'x', ...options });
  expect(one(meta, 'robots')).toBe('noindex');
  expect(one(meta, 'referrer')).toBe('secret' in options ? 'no-referrer' : undefined);
  expect((meta as Descriptor[]).filter(({ property }) => property !== undefined)).toEqual([]);
  expect(one(meta, 'twitter:card')).toBeUndefined();
});

test('a path that is no page is a mistake', () => {
  expect(() => metaOf('/nowhere')).toThrow('content/pages.ts has no page /nowhere');
});

test('in development addresses are relative, so that no mark is left where nobody replaces it', () => {
  vi.stubEnv('DEV', true);
  expect(canonicals(metaOf('/about'))).toEqual(['/about']);
});

describe('for machines', () => {
  test('the organisation and its site name each other', () => {
    const company = organization();
    expect(company).toMatchObject({
      '@type': 'Organization',
      name: BRAND.company,
      url: `${ORIGIN_PLACEHOLDER}/`,
    });
    expect(webSite()).toMatchObject({
      '@type': 'WebSite',
      name: BRAND.product,
      url: `${ORIGIN_PLACEHOLDER}/`,
      publisher: { '@id': company['@id'] },
    });
  });

  test('a post has what search engines ask of an article', () => {
    const post = { path: '/blog/a', title: 'A', description: 'About a.', published: '2025-01-14' };
    expect(blogPosting(post)).toMatchObject({
      '@type': 'BlogPosting',
      headline: 'A',
      datePublished: '2025-01-14',
      mainEntityOfPage: `${ORIGIN_PLACEHOLDER}/blog/a`,
      author: { name: BRAND.company },
      image: { url: `${ORIGIN_PLACEHOLDER}/share/blog/a.png`, width: 1200, height: 630 },
    });
  });

  test('breadcrumbs count from one', () => {
    const trail = [
      { name: 'Blog', path: '/blog' },
      { name: 'A', path: '/blog/a' },
    ];
    expect(breadcrumbs(trail).itemListElement).toEqual([
      { '@type': 'ListItem', position: 1, name: 'Blog', item: `${ORIGIN_PLACEHOLDER}/blog` },
      { '@type': 'ListItem', position: 2, name: 'A', item: `${ORIGIN_PLACEHOLDER}/blog/a` },
    ]);
  });

  test('questions have their answers', () => {
    expect(faqPage([{ question: 'When?', answer: 'Soon.' }]).mainEntity).toEqual([
      { '@type': 'Question', name: 'When?', acceptedAnswer: { '@type': 'Answer', text: 'Soon.' } },
    ]);
  });

  test('what is said stands beside the other words of the page', () => {
    const block = webSite();
    expect(metaOf('/', { data: [block] })).toContainEqual({ 'script:ld+json': block });
  });
});
