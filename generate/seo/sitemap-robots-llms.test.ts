import { expect, test } from 'vitest';
import { PAGES } from '#content/page-paths.ts';
import { SITE_PAGES } from '#content/pages.ts';
import { ORIGIN_PLACEHOLDER } from '#contract/origin-placeholder.ts';
import { readDocuments, readPosts } from '../markdown/read-markdown.ts';
import { listedPages } from './listed-pages.ts';
import { llms, robots, sitemap } from './sitemap-robots-llms.ts';

const PRIVATE = [
  '/profile',
  '/auth/verify',
  '/auth/reset',
  '/auth/not-me',
  '/auth/address',
  '/auth/callback',
];
const { auth, contactThanks, feedbackThanks, notFound, homeAlias } = PAGES;
/** The sign-in page is not listed, because it has no text to read. */
const NOT_LISTED = [...PRIVATE, auth, contactThanks, feedbackThanks, notFound, homeAlias];

const inSitemap = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address);
const inLlms = (text: string) => [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, address]) => address);
const address = ({ path }: { readonly path: string }) => ORIGIN_PLACEHOLDER + path;

test('the sitemap lists every page, document and post once, and neither pages with noindex nor the sign-in page', () => {
  const listed = inSitemap(sitemap(listedPages()));
  expect(new Set(listed).size).toBe(listed.length);
  for (const pages of [SITE_PAGES, readDocuments(), readPosts()])
    expect(listed).toEqual(expect.arrayContaining(pages.map(address)));
  expect(listed.filter((one = '') => NOT_LISTED.includes(one.replace(ORIGIN_PLACEHOLDER, '')))).toEqual([]);
});

test('robots.txt allows all pages except private ones, and names the sitemap', () => {
  const lines = robots().trim().split('\n');
  expect(lines.slice(0, 2)).toEqual(['User-agent: *', 'Allow: /']);
  const refused = lines.flatMap((line) => /^Disallow: (.+)$/.exec(line)?.[1] ?? []);
  expect(refused).toEqual([...PRIVATE, '/api/']);
  expect(lines.at(-1)).toBe(`Sitemap: ${ORIGIN_PLACEHOLDER}/sitemap.xml`);
  for (const { path } of listedPages()) expect(refused.filter((start) => path.startsWith(start))).toEqual([]);
});

test('llms.txt lists the blog feed and every address of the sitemap, each with a description', () => {
  const text = llms(listedPages());
  expect(text).toMatch(/^# .+\n\n> .+\n\n## /);
  const expected = [...inSitemap(sitemap(listedPages())), ORIGIN_PLACEHOLDER + PAGES.blogFeed];
  expect(inLlms(text).sort()).toEqual(expected.sort());
  for (const line of text.split('\n').filter((each) => each.startsWith('- ')))
    expect(line).toMatch(/^- \[.+\]\(.+\): .{10,}$/);
});
