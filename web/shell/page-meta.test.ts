import { beforeEach, expect, test, vi } from 'vitest';
import { SITE_PAGES } from '#content/pages.ts';
import { ORIGIN_PLACEHOLDER } from '#contract/origin-placeholder.ts';
import { metaOf, pageMeta } from './page-meta.ts';

// Uses absolute URLs, as prerendering does. In development they are relative.
beforeEach(() => void vi.stubEnv('DEV', false));

type Descriptor = Record<string, unknown>;
const all = (meta: readonly unknown[], key: string) =>
  (meta as Descriptor[]).filter((entry) => entry.name === key || entry.property === key);
const one = (meta: readonly unknown[], key: string) => all(meta, key)[0]?.content;
const canonicals = (meta: readonly unknown[]) =>
  (meta as Descriptor[]).filter(({ rel }) => rel === 'canonical').map(({ href }) => href);

test.each(SITE_PAGES.map(({ path }) => path))('the page %s has one title, URL and preview image', (path) => {
  const meta = metaOf(path);
  const titles = (meta as Descriptor[]).flatMap(({ title }) => (title === undefined ? [] : [title]));
  expect(titles).toHaveLength(1);
  expect(String(titles[0]).length).toBeLessThanOrEqual(65);
  expect(all(meta, 'description')).toHaveLength(1);
  expect(canonicals(meta)).toEqual([ORIGIN_PLACEHOLDER + path]);
  expect(one(meta, 'og:url')).toBe(ORIGIN_PLACEHOLDER + path);
  expect(one(meta, 'og:image')).toBe(`${ORIGIN_PLACEHOLDER}/share${path === '/' ? '/home' : path}.png`);
  expect(one(meta, 'og:image:alt')).toMatch(/\S/);
});

test('an article has the Open Graph type “article” and its date', () => {
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
])('a page that is marked “%s” has no Open Graph tags and asks not to be indexed', (_, options) => {
  const meta = pageMeta({ title: 'Mine', description: 'x', ...options });
  expect(one(meta, 'robots')).toBe('noindex');
  expect(one(meta, 'referrer')).toBe('secret' in options ? 'no-referrer' : undefined);
  expect((meta as Descriptor[]).filter(({ property }) => property !== undefined)).toEqual([]);
  expect(one(meta, 'twitter:card')).toBeUndefined();
});

test('metaOf() throws an error for an unknown path', () => {
  expect(() => metaOf('/nowhere')).toThrow('content/pages.ts has no page /nowhere');
});

test('in development, page addresses are relative, because no server replaces the placeholder of the origin', () => {
  vi.stubEnv('DEV', true);
  expect(canonicals(metaOf('/about'))).toEqual(['/about']);
});
