import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { GROUND_COLOURS } from '#content/colours.ts';
import { SHARE_PICTURE, sharePicturePath } from '#contract/share-picture.ts';
import { siteColour } from '#server/html/site-colours.ts';
import { makeTemporaryFolder } from '#server/testing/folders.ts';
import { buildSeo } from './build-seo.ts';
import type { ListedPage } from './seo/listed-pages.ts';
import { sharePicture } from './seo/share-picture.ts';

const HOME: ListedPage = { kind: 'page', path: '/', title: 'Tuesday AI', description: 'Where it begins.' };
const POST: ListedPage = {
  kind: 'post',
  path: '/blog/the-longest',
  title: 'A title of ninety letters, which is as many as there may be, with ₹ 350 and “quotes” in it',
  description: 'What it is about.',
  date: '2025-01-14',
};
const GONE: ListedPage = { kind: 'page', path: '/gone', title: 'Gone', description: 'Not for long.' };

const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];
const isPng = (bytes: Buffer) => bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n';

test('every page gets a preview picture for social networks, and a removed page loses its picture', async () => {
  const folder = join(makeTemporaryFolder(), 'found');
  const at = (path: string) => join(folder, path);
  await buildSeo(folder, [HOME, GONE]);
  expect(existsSync(at(sharePicturePath(GONE.path)))).toBe(true);
  await buildSeo(folder, [HOME, POST]);
  for (const { path } of [HOME, POST]) {
    const picture = readFileSync(at(sharePicturePath(path)));
    expect(isPng(picture)).toBe(true);
    expect(sizeOf(picture)).toEqual([SHARE_PICTURE.width, SHARE_PICTURE.height]);
    expect(picture.length, 'messengers leave out what is large').toBeLessThan(200_000);
  }
  expect(existsSync(at(sharePicturePath(GONE.path)))).toBe(false);
  expect(readFileSync(at('/sitemap.xml'), 'utf8')).not.toContain(GONE.path);
  expect(existsSync(`${folder}.new`)).toBe(false);
}, 30_000);

test('in a preview picture, Hindi words are written in Hindi letters and not as empty boxes', async () => {
  const pictureOf = (title: string) => sharePicture({ ...POST, title }, 0);
  expect((await pictureOf('कखग')).equals(await pictureOf('चछज'))).toBe(false);
}, 30_000);

test('the icons have the sizes that the web app manifest states, and one of them is maskable', async () => {
  const folder = join(makeTemporaryFolder(), 'found');
  const at = (path: string) => join(folder, path);
  await buildSeo(folder, [HOME]);
  const { icons } = JSON.parse(readFileSync(at('/site.webmanifest'), 'utf8'));
  expect(icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable');
  for (const { src, sizes } of icons) expect(sizeOf(readFileSync(at(src))).join('x'), src).toBe(sizes);
}, 30_000);

test('the theme colour for the browser’s toolbars is the background colour of the pages', () => {
  expect(GROUND_COLOURS).toEqual(siteColour('ground'));
});
