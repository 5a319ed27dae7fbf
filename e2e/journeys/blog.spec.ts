import type { Page } from '@playwright/test';
import { BLOG_WORDS } from '#content/blog.ts';
import { PAGES } from '#content/page-paths.ts';
import { NOT_FOUND } from '#content/shell.ts';
import { DESK, expectAccessible, inBothThemes } from '#e2e/support/accessible.ts';
import { openHydrated } from '#e2e/support/hydrated.ts';
import { refusedLine } from '#e2e/support/network-edge.ts';
import { expect, test } from '#e2e/support/test.ts';
import { readPosts } from '../../generate/markdown/read-markdown.ts';

/** Newest first. */
const POSTS = readPosts();
const [NEWEST, SECOND] = POSTS.map(({ path }) => path);

const rows = (page: Page) => page.getByRole('region', { name: BLOG_WORDS.all }).getByRole('listitem');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('the list has every post, newest first, and names the feed', async ({ page }) => {
  await page.goto(PAGES.blog);
  await expect(rows(page).getByRole('heading').getByRole('link')).toHaveCount(POSTS.length);
  const listed = await rows(page).evaluateAll((items) =>
    items.map((item) => ({
      path: item.querySelector('a')?.getAttribute('href'),
      date: item.querySelector('time')?.dateTime,
    })),
  );
  expect(listed).toEqual(POSTS.map(({ path, date }) => ({ path, date })));
  await expect(page.locator('link[type="application/atom+xml"]')).toHaveAttribute('href', PAGES.blogFeed);
});

test('the Hindi of a post is written in letters of ours', async ({ page }) => {
  const { path = '' } = POSTS.find(({ slug }) => slug === 'what-a-token-costs-in-hindi') ?? {};
  await page.goto(path);
  await page.evaluate(() => document.fonts.ready);
  const tools = await page.context().newCDPSession(page);
  await tools.send('DOM.enable');
  await tools.send('CSS.enable');
  const { root } = await tools.send('DOM.getDocument');
  const { nodeIds } = await tools.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: '.prose :is([lang="hi"], [lang="mr"])',
  });
  expect(nodeIds.length).toBeGreaterThan(4);
  for (const nodeId of nodeIds) {
    const { fonts } = await tools.send('CSS.getPlatformFontsForNode', { nodeId });
    const hindi = fonts.filter(({ familyName }) => /devanagari/i.test(familyName));
    expect(hindi.map(({ isCustomFont }) => isCustomFont)).toEqual([true]);
  }
});

test('each article: its title, its day, and places that its contents lead to; on the narrowest screen code and tables scroll by keyboard', async ({
  newVisitor,
}) => {
  // None of it needs scripts.
  const page = await newVisitor({ javaScriptEnabled: false, viewport: { width: 320, height: 700 } });
  let scrolled = 0;
  for (const { path, title, date } of POSTS) {
    await page.goto(path);
    await expect(heading(page)).toHaveText(title);
    await expect(page.getByRole('article').locator('time')).toHaveAttribute('datetime', date);
    const places = page.getByRole('navigation', { name: BLOG_WORDS.contents }).getByRole('link');
    const missing = await places.evaluateAll((links) =>
      links
        .map((link) => decodeURIComponent(link.getAttribute('href') ?? '').slice(1))
        .filter((id) => document.getElementById(id) === null),
    );
    expect(missing, path).toEqual([]);
    for (const frame of await page.locator('article [role="group"]').all()) {
      const room = await frame.evaluate((element) => element.scrollWidth - element.clientWidth);
      if (room < 40) continue;
      await frame.press('ArrowRight');
      await expect.poll(() => frame.evaluate((element) => element.scrollLeft), path).toBeGreaterThan(0);
      scrolled++;
      break;
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320);
  }
  expect(scrolled).toBeGreaterThan(0);
});

test('from note to note and back to the list, without loading the site again', async ({ page }) => {
  await openHydrated(page, PAGES.blog);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await rows(page).first().getByRole('heading').getByRole('link').click();
  await expect(page).toHaveURL(NEWEST ?? '');
  await expect(heading(page)).toBeFocused();
  const more = page.getByRole('navigation', { name: BLOG_WORDS.neighbours });
  await expect(more.getByRole('link', { name: BLOG_WORDS.newer })).toHaveCount(0);
  await more.getByRole('link', { name: BLOG_WORDS.older }).click();
  await expect(page).toHaveURL(SECOND ?? '');
  await more.getByRole('link', { name: BLOG_WORDS.newer }).click();
  await expect(page).toHaveURL(NEWEST ?? '');
  await more.getByRole('link', { name: BLOG_WORDS.all }).click();
  await expect(rows(page)).toHaveCount(POSTS.length);
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
});

test('an author leads to the team, and a tag to the posts that have it, with and without scripts', async ({
  page,
  newVisitor,
}) => {
  const { path = '', author = '', tags: [tag = ''] = [] } = POSTS[0] ?? {};
  const topic = (on: Page) => on.getByRole('heading', { level: 3, name: tag, exact: true });
  await openHydrated(page, path);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const article = page.getByRole('article');
  await article.getByRole('link', { name: tag, exact: true }).click();
  await expect(topic(page)).toBeFocused();
  await expect(topic(page)).toBeInViewport();
  await page.goBack();
  await article.getByRole('link', { name: author }).click();
  await expect(page.getByRole('heading', { level: 3, name: author })).toBeFocused();
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);

  const plain = await newVisitor({ javaScriptEnabled: false });
  await plain.goto(PAGES.blog);
  await rows(plain).first().getByRole('link', { name: tag, exact: true }).click();
  await expect(topic(plain)).toBeInViewport();
  const tagged = plain
    .getByRole('listitem')
    .filter({ has: topic(plain) })
    .getByRole('link');
  await expect(tagged).toHaveText(POSTS.filter(({ tags }) => tags.includes(tag)).map(({ title }) => title));
  await expect(plain.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/blog$/);
});

test('a note that is not there: 404 on arrival, and the same view by a click', async ({
  page,
  expectTrouble,
}) => {
  const missing = `${PAGES.blog}/no-such-note`;
  expectTrouble(refusedLine(404));
  const answer = await page.goto(missing);
  expect(answer?.status()).toBe(404);
  await expect(heading(page)).toHaveText(NOT_FOUND.title);

  await openHydrated(page, PAGES.blog);
  await page.evaluate((path) => {
    Object.assign(window, { sameDocument: true });
    window.history.pushState(null, '', path);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, missing);
  await expect(heading(page)).toHaveText(NOT_FOUND.title);
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
});

test('an article is accessible in both themes; on paper it has neither header nor footer, and black text', async ({
  page,
}) => {
  await page.goto(NEWEST ?? '');
  await expectAccessible(page, NEWEST ?? '', inBothThemes(DESK));
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const printed of [NEWEST ?? '', PAGES.license]) {
    await page.goto(printed);
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('contentinfo')).toBeHidden();
    const body = page.locator('body');
    await expect(body).toHaveCSS('color', 'rgb(0, 0, 0)');
    await expect(body).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  }
});

test('the feed parses as XML, names its own address, and has every post', async ({ page, baseURL }) => {
  const sent = await page.request.get(PAGES.blogFeed);
  // On a page without a policy: ours let nothing parse text.
  const feed = await page.evaluate(
    (text) => {
      const xml = new DOMParser().parseFromString(text, 'application/xml');
      return {
        broken: xml.querySelector('parsererror')?.textContent,
        self: xml.querySelector('feed > link[rel="self"]')?.getAttribute('href'),
        titles: [...xml.querySelectorAll('entry > title')].map(({ textContent }) => textContent),
      };
    },
    await sent.text(),
  );
  expect(feed).toEqual({
    broken: undefined,
    self: `${baseURL}${PAGES.blogFeed}`,
    titles: POSTS.map(({ title }) => title),
  });
});
