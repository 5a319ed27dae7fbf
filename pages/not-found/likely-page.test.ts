import { expect, test } from 'vitest';
import { PAGE_ALIASES } from '#content/page-aliases.ts';
import { PAGES } from '#content/page-paths.ts';
import { likelyPage } from './likely-page.ts';

test.each([
  ['/prcing', PAGES.pricing],
  ['/Pricing.html', PAGES.pricing],
  ['/blog/no-such-post', PAGES.blog],
  ['/signup', `${PAGES.auth}?view=create`],
  ['/', undefined],
  ['/no/such/page', undefined],
  ['/wp-admin', undefined],
  ['/%E0%A4%A', undefined],
])('for the unknown path %s the site suggests the page %s', (path, to) => {
  expect(likelyPage(path)?.to).toBe(to);
});

test('the not-found page suggests a page, with its label, for each alias of its path', () => {
  for (const { to, words } of PAGE_ALIASES)
    for (const word of words) {
      const found = likelyPage(`/${word}`);
      // A page of the site may have the word as its own path, as the guide’s `/press` has.
      expect([to, `/${word}`], word).toContain(found?.to);
      expect(found?.label, word).toMatch(/\w/);
    }
});
