import type { Page } from '@playwright/test';
import { PAGES } from '#contract/paths.ts';
import { DESK, expectAccessible, inBothThemes } from '../support/accessible.ts';
import { openHydrated } from '../support/hydrated.ts';
import { refusedLine } from '../support/network-edge.ts';
import { expect, test } from '../support/test.ts';

const DAYS = ['21', '20', '19', '18', '17', '16', '15', '14'].map((day) => `2025-01-${day}`);

const rows = (page: Page) => page.getByRole('main').getByRole('listitem');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** The paths of all articles, as the list links them, newest first. */
async function articlePaths(page: Page): Promise<string[]> {
  await page.goto(PAGES.blog);
  return rows(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
}

test('the list: eight mornings from the 14th to the 21st of January 2025, newest first', async ({ page }) => {
  await page.goto(PAGES.blog);
  await expect(rows(page)).toHaveCount(8);
  const dates = await rows(page)
    .locator('time')
    .evaluateAll((times) => times.map((time) => (time as HTMLTimeElement).dateTime));
  expect(dates).toEqual(DAYS);
  await expect(rows(page).last().locator('time')).toHaveText('14 Tuesday January 2025');
  await expect(page.locator('link[type="application/atom+xml"]')).toHaveAttribute('href', PAGES.blogFeed);
});

test('each article: one heading, its day, and five hundred words or more', async ({ page }) => {
  for (const [index, path] of (await articlePaths(page)).entries()) {
    await page.goto(path);
    await expect(heading(page), path).toHaveCount(1);
    const article = page.getByRole('article');
    await expect(article.locator('time'), path).toHaveAttribute('datetime', DAYS[index] ?? '');
    const words = (await article.innerText()).split(/\s+/).length;
    expect(words, path).toBeGreaterThanOrEqual(500);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', new RegExp(`${path}$`));
    for (const link of await page.getByRole('navigation', { name: 'In this note' }).getByRole('link').all()) {
      const place = decodeURIComponent((await link.getAttribute('href')) ?? '');
      await expect(page.locator(`[id="${place.slice(1)}"]`), `${path}${place}`).toHaveCount(1);
    }
  }
});

test('from note to note and back to the list, without loading the site again', async ({ page }) => {
  const [newest, second] = await articlePaths(page);
  await openHydrated(page, PAGES.blog);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await rows(page).first().getByRole('link').click();
  await expect(page).toHaveURL(newest ?? '');
  await expect(heading(page)).toBeFocused();
  const more = page.getByRole('navigation', { name: 'More notes' });
  await expect(more.getByRole('link')).toHaveCount(1);
  await more.getByRole('link', { name: 'The morning before' }).click();
  await expect(page).toHaveURL(second ?? '');
  await more.getByRole('link', { name: 'The next morning' }).click();
  await expect(page).toHaveURL(newest ?? '');
  await page.getByRole('link', { name: 'All notes' }).click();
  await expect(rows(page)).toHaveCount(8);
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
});

test('a note that is not there: 404 on arrival, and the same view by a click', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(refusedLine(404));
  const answer = await page.goto('/blog/no-such-note');
  expect(answer?.status()).toBe(404);
  await expect(heading(page)).toHaveText("Oops! That page can't be found.");

  await openHydrated(page, PAGES.blog);
  await page.evaluate(() => {
    Object.assign(window, { sameDocument: true });
    window.history.pushState(null, '', '/blog/no-such-note');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(heading(page)).toHaveText("Oops! That page can't be found.");
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
});

test('an article with coloured code is accessible in both themes', async ({ page }) => {
  const [path] = await articlePaths(page);
  await page.goto(path ?? '');
  await expectAccessible(page, path ?? '', inBothThemes(DESK));
});

test('code and tables scroll by keyboard where they do not fit', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  let scrolled = 0;
  for (const path of await articlePaths(page)) {
    await page.goto(path);
    for (const frame of await page.locator('article [role="group"]').all()) {
      const room = await frame.evaluate((element) => element.scrollWidth - element.clientWidth);
      if (room < 40) continue;
      await frame.focus();
      // A key that comes while the page is still busy may go unheard; the next one must not.
      await expect(async () => {
        await page.keyboard.press('ArrowRight');
        expect(await frame.evaluate((element) => element.scrollLeft), path).toBeGreaterThan(0);
      }).toPass({ timeout: 7_500 });
      scrolled++;
      break;
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320);
  }
  expect(scrolled).toBeGreaterThan(0);
});

test('the feed parses, names its own address, and has the eight', async ({ page, baseURL }) => {
  const sent = await page.request.get(PAGES.blogFeed);
  // On a page without a policy: ours let nothing parse text.
  const feed = await page.evaluate(
    (text) => {
      const xml = new DOMParser().parseFromString(text, 'application/xml');
      const textsOf = (name: string) => [...xml.querySelectorAll(name)].map((node) => node.textContent);
      return {
        broken: xml.querySelector('parsererror')?.textContent,
        self: xml.querySelector('feed > link[rel="self"]')?.getAttribute('href'),
        author: textsOf('feed > author > name'),
        updated: textsOf('feed > updated'),
        ids: textsOf('entry > id'),
        published: textsOf('entry > published'),
        contents: textsOf('entry > content').map((content) => content?.length ?? 0),
        marks: text.includes('site-origin.invalid'),
      };
    },
    await sent.text(),
  );
  expect(feed).toMatchObject({ broken: undefined, self: `${baseURL}${PAGES.blogFeed}`, marks: false });
  expect(feed.author).toHaveLength(1);
  expect(feed.published).toEqual(DAYS.map((day) => `${day}T07:00:00+05:30`));
  expect(feed.updated).toEqual([feed.published[0]]);
  expect(new Set(feed.ids).size).toBe(8);
  expect(feed.ids[0]).toMatch(`${baseURL}${PAGES.blog}/`);
  expect(Math.min(...feed.contents)).toBeGreaterThan(2_000);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the list and an article can be read and left', async ({ page }) => {
    await page.goto(PAGES.blog);
    await rows(page).last().getByRole('link').click();
    expect((await page.getByRole('article').innerText()).split(/\s+/).length).toBeGreaterThan(500);
    await page.getByRole('link', { name: 'The next morning' }).click();
    await expect(page.getByRole('article').locator('time')).toHaveAttribute('datetime', '2025-01-15');
  });
});

test('on paper: no header, no footer, the text in black, and where links lead', async ({ page }) => {
  const [path] = await articlePaths(page);
  for (const printed of [path ?? '', PAGES.license]) {
    await page.goto(printed);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('contentinfo')).toBeHidden();
    const [color, ground] = await page.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(document.body);
      return [color, backgroundColor];
    });
    expect([color, ground]).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
    await page.emulateMedia({ media: 'screen' });
  }
});
