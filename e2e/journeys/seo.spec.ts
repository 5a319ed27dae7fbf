import type { Page } from '@playwright/test';
import { PAGES } from '#content/page-paths.ts';
import { SITE_PAGES } from '#content/pages.ts';
import { PUBLIC_PAGES } from '#e2e/support/routes.ts';
import { expect, test } from '#e2e/support/test.ts';

/** What the head of a single page contains is tested in web/shell/page-meta.test.ts. */
test('after moving between pages, the document head describes the current page', async ({
  page,
  baseURL,
}) => {
  await page.goto(PAGES.home);
  const walk = [...SITE_PAGES.filter(({ menus }) => menus?.header).slice(1, 3), ...SITE_PAGES.slice(0, 1)];
  for (const { path, description, menus } of walk) {
    await page
      .getByRole('banner')
      .getByRole('link', { name: menus?.header ?? '', exact: true })
      .click();
    await expect(page).toHaveURL(baseURL + path);
    const title = PUBLIC_PAGES.find((listed) => listed.path === path)?.title ?? '';
    await expect(page).toHaveTitle(title);
    expect(await headOf(page)).toEqual({
      canonical: [baseURL + path],
      description: [description],
      title: [title],
      pictures: 1,
    });
  }
});

function headOf(page: Page) {
  return page.evaluate(() => {
    const all = (selector: string, name: string) =>
      [...document.head.querySelectorAll(selector)].map((element) => element.getAttribute(name));
    return {
      canonical: all('link[rel="canonical"]', 'href'),
      description: all('meta[name="description"]', 'content'),
      title: all('meta[property="og:title"]', 'content'),
      pictures: all('meta[property="og:image"]', 'content').length,
    };
  });
}
