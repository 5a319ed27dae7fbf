import { LinkChecker, LinkState } from 'linkinator';
import { PUBLIC_PAGES } from '#e2e/support/routes.ts';
import { expect, test } from '#e2e/support/test.ts';

test('every internal link, anchor, image and asset on the pages exists', async ({ baseURL }) => {
  test.setTimeout(90_000);
  const site = baseURL ?? '';
  const { links } = await new LinkChecker().check({
    path: site,
    recurse: true,
    concurrency: 8,
    checkFragments: true,
    checkCss: true,
    redirects: 'error',
    // The requests have an unknown session cookie, because without any cookie the profile would redirect to the sign-in page.
    headers: { cookie: 'session=of-long-ago' },
    // Links to other sites are skipped, so that no other machine is contacted.
    linksToSkip: async (link) => !link.startsWith(site),
  });
  const here = links.filter(({ url }) => url.startsWith(site));
  const broken = here.filter(({ state }) => state === LinkState.BROKEN);
  expect(broken.map(({ url, parent, status }) => `${url} on ${parent}: ${status}`)).toEqual([]);
  const reached = new Set(here.map(({ url }) => new URL(url).pathname));
  const unreached = PUBLIC_PAGES.filter(({ path }) => !reached.has(path)).map(({ path }) => path);
  expect(unreached, 'each page is reached from the home page').toEqual([]);
});
