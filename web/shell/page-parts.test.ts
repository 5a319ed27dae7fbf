import { expect, test } from 'vitest';
import pagesStylesheet from '#web/styles/pages.css?url';
import { partsOf } from './page-parts.ts';

const ROUTES = [
  { index: true, module: '/assets/home.js' },
  { path: 'home', module: '/assets/home.js' },
  { path: 'blog/first', module: '/assets/article.js', imports: ['/assets/shared.js'], hasLoader: true },
  { path: '*', module: '/assets/not-found.js' },
];

test.each([
  ['/', ['/assets/home.js']],
  ['/home', ['/assets/home.js']],
  ['/blog/first', ['/assets/article.js', '/assets/shared.js', pagesStylesheet, '/blog/first.data']],
  ['/blog/first/', ['/assets/article.js', '/assets/shared.js', pagesStylesheet, '/blog/first.data']],
  ['/no/such/page', ['/assets/not-found.js', pagesStylesheet]],
])('before the page %s is opened, the files %j are fetched', (page, parts) => {
  expect(partsOf(page, ROUTES)).toEqual(parts);
});
