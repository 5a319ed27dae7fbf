import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { BLOG_WORDS } from '#content/blog.ts';
import { BRAND } from '#content/brand.ts';
import { PAGES } from '#content/page-paths.ts';
import { PRIVACY, PRIVACY_CARDS } from '#content/privacy.ts';
import { expectAccessible } from '#e2e/support/accessible.ts';
import { openHydrated } from '#e2e/support/loading.ts';
import { expect, test } from '#e2e/support/test.ts';
import { readPosts } from '../../generate/markdown/read-markdown.ts';

const POSTS = readPosts();
const [NEWEST, SECOND] = POSTS.map(({ path }) => path);
const textOf = (slug: string) => readFileSync(`content/posts/${slug}.md`, 'utf8');

const rows = (page: Page) => page.getByRole('region', { name: BLOG_WORDS.all }).getByRole('listitem');

test('Hindi and Marathi words in posts are shown in the font that the site ships', async ({ page }) => {
  const posts = POSTS.filter(({ slug }) => /\p{Script=Devanagari}/u.test(textOf(slug)));
  test.skip(posts.length === 0, 'no post has words in these languages');
  const tools = await page.context().newCDPSession(page);
  await tools.send('DOM.enable');
  await tools.send('CSS.enable');
  for (const { path } of posts) {
    await page.goto(path);
    await page.evaluate(() => document.fonts.ready);
    const { root } = await tools.send('DOM.getDocument');
    const { nodeIds } = await tools.send('DOM.querySelectorAll', {
      nodeId: root.nodeId,
      selector: '.prose :is([lang="hi"], [lang="mr"])',
    });
    expect(nodeIds.length, path).toBeGreaterThan(0);
    for (const nodeId of nodeIds) {
      const { fonts } = await tools.send('CSS.getPlatformFontsForNode', { nodeId });
      const hindi = fonts.filter(({ familyName }) => /devanagari/i.test(familyName));
      expect(
        hindi.map(({ isCustomFont }) => isCustomFont),
        path,
      ).toEqual([true]);
    }
  }
});

test('a link in a table of contents moves the focus to its heading, and the table stays visible', async ({
  page,
}) => {
  const contents = page.locator('.contents-list');
  for (const path of [NEWEST ?? PAGES.terms, PAGES.privacy]) {
    await page.goto(path);
    const link = contents.getByRole('link').last();
    const id = (await link.getAttribute('href'))?.slice(1) ?? '';
    await link.press('Enter');
    await expect(page.locator(`[id="${id}"]`)).toBeFocused();
  }
  const titles = [...PRIVACY_CARDS, PRIVACY.kept].map(({ title }) => title);
  expect((await contents.getByRole('link').allTextContents()).slice(0, titles.length)).toEqual(titles);
  for (const title of [...titles.slice(-2), ...titles.slice(1, 2)]) {
    await contents.getByRole('link', { name: title }).click();
    await expect(page.getByRole('heading', { name: title })).toBeInViewport();
    await expect(contents).toBeInViewport();
  }
});

test('no article is wider than a small screen, and long lines of code can be scrolled by keyboard', async ({
  newVisitor,
}) => {
  const page = await newVisitor({ javaScriptEnabled: false, viewport: { width: 320, height: 700 } });
  let scrolled = 0;
  for (const { path } of POSTS) {
    await page.goto(path);
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
  // A line of code with 60 or more characters does not fit the screen.
  const hasLongCode = POSTS.some(({ slug }) => /^```\w*\n(?:(?!```).*\n)*?.{60,}\n/m.test(textOf(slug)));
  if (hasLongCode) expect(scrolled).toBeGreaterThan(0);
});

test('a post links to its author, its tags, and the next older and newer posts', async ({
  page,
  newVisitor,
}) => {
  const { path = '', author = '', tags: [tag = ''] = [] } = POSTS[0] ?? {};
  test.skip(author === '' || tag === '', 'the newest post has no author or no tag');
  const topic = (on: Page) => on.getByRole('heading', { level: 3, name: tag, exact: true });
  await openHydrated(page, path);
  await page.getByRole('article').getByRole('link', { name: tag, exact: true }).click();
  await expect(topic(page)).toBeFocused();
  await expect(topic(page)).toBeInViewport();
  await page.goBack();
  await page.getByRole('article').getByRole('link', { name: author }).click();
  await expect(page.getByRole('heading', { level: 3, name: author })).toBeFocused();
  await page.goBack();
  const more = page.getByRole('navigation', { name: BLOG_WORDS.neighbours });
  if (SECOND !== undefined) {
    await more.getByRole('link', { name: BLOG_WORDS.older }).click();
    await expect(page).toHaveURL(SECOND);
    await more.getByRole('link', { name: BLOG_WORDS.newer }).click();
    await expect(page).toHaveURL(path);
  }
  await more.getByRole('link', { name: BLOG_WORDS.all }).click();
  await expect(rows(page)).toHaveCount(POSTS.length);
  const plain = await newVisitor({ javaScriptEnabled: false });
  await plain.goto(PAGES.blog);
  await rows(plain).first().getByRole('link', { name: tag, exact: true }).click();
  await expect(topic(plain)).toBeInViewport();
  const tagged = plain
    .getByRole('listitem')
    .filter({ has: topic(plain) })
    .getByRole('link');
  await expect(tagged).toHaveText(POSTS.filter(({ tags }) => tags.includes(tag)).map(({ title }) => title));
});

test('a printed page is black on white, names the product and the page’s address, and has no buttons or fields', async ({
  page,
}) => {
  test.skip(NEWEST === undefined, 'there are no posts');
  await page.goto(NEWEST ?? '');
  await expectAccessible(page, NEWEST ?? '');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const printed of [NEWEST ?? '', PAGES.license, PAGES.pricing]) {
    await page.goto(printed);
    await expect(page.getByRole('banner')).toHaveText(`${BRAND.product} ${new URL(printed, page.url())}`, {
      useInnerText: true,
    });
    await expect(page.getByRole('contentinfo')).toBeHidden();
    await expect(page.getByRole('button').or(page.getByRole('textbox'))).toHaveCount(0);
    const body = page.locator('body');
    await expect(body).toHaveCSS('color', 'rgb(0, 0, 0)');
    await expect(body).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  }
});
