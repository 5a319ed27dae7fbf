import { expect, test } from 'vitest';
import { siteFile } from '#server/site/site.ts';
import { createKnownPages } from './known-pages.ts';

const file = (isPage: boolean) => siteFile({ isPage, headers: {}, plain: Buffer.from('') });
const page = file(true);
const knownPage = createKnownPages({
  files: new Map([
    ['/', page],
    ['/home', page],
    ['/about', page],
    ['/blog/the-first-token', page],
    ['/blog/feed.xml', file(false)],
    ['/assets/home-abc.js', file(false)],
  ]),
  notFound: page,
});

test.each([
  ['/', '/'],
  ['/home', '/home'],
  ['/about', '/about'],
  ['/about/', '/about'],
  ['/about?from=mail&token=SECRET', '/about'],
  ['/about#team', '/about'],
  ['/?x', '/'],
  ['//', '/'],
  ['/blog/the-first-token/', '/blog/the-first-token'],
])('%s is the page %s', (path, known) => {
  expect(knownPage(path)).toBe(known);
});

test.each([
  '/no/such/page',
  '/not-found',
  '/About',
  '/about/x',
  '/blog/feed.xml',
  '/assets/home-abc.js',
  '/%61bout',
  '/about\u0000',
  '/*',
  '/__proto__',
  '/asha@example.com',
])('%s is no page', (path) => {
  expect(knownPage(path)).toBe('other');
});
