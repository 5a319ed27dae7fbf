import { expect, test } from 'vitest';
import type { Post } from '#content/markdown.ts';
import { ORIGIN_PLACEHOLDER } from '#contract/origin-placeholder.ts';
import { atomFeed } from './atom-feed.ts';
import { partsOf } from './days.ts';
import { allPosts, articleAt } from './posts.server.ts';

const files = Object.keys(import.meta.glob('/content/posts/*.md'));
const post: Post = {
  slug: 'a',
  path: '/blog/a',
  title: 'Salt & <pepper>',
  date: '2025-01-14',
  summary: 'A "summary".',
  tags: ['x'],
  minutes: 3,
  words: 600,
};
const WORDS = { title: 'Blog', subtitle: 'Notes' };

test('each file of content/posts is in the list, newest first, under a rising sun', () => {
  const posts = allPosts();
  expect(posts.map(({ slug }) => `/content/posts/${slug}.md`).sort()).toEqual(files.sort());
  const dates = posts.map(({ date }) => date);
  expect(dates).toEqual([...dates].sort().reverse());
  expect([posts[0]?.sun, posts.at(-1)?.sun]).toEqual([1, 0]);
});

test('an article knows its neighbours, and the ends have one', () => {
  const [first, second, third] = allPosts();
  expect(articleAt(second?.path ?? '')).toMatchObject({
    newer: { slug: first?.slug },
    older: { slug: third?.slug },
  });
  expect(articleAt(first?.path ?? '')).not.toHaveProperty('newer');
  expect(() => articleAt('/blog/moon')).toThrow('There is no post at /blog/moon');
});

test('the feed has what Atom asks for, and its addresses are whole', () => {
  const html = '<p><a href="/pricing">a</a> <a href="#b">b</a> <img src="/c.png"></p>';
  const feed = atomFeed(WORDS, [{ post, html }]);
  expect(feed).toContain(
    `<link rel="self" type="application/atom+xml" href="${ORIGIN_PLACEHOLDER}/blog/feed.xml"/>`,
  );
  expect(feed).toContain('<title>Salt &amp; &lt;pepper&gt;</title>');
  expect(feed.match(/<updated>2025-01-14T07:00:00\+05:30<\/updated>/g)).toHaveLength(2);
  expect(feed).toContain(`&lt;a href=&quot;${ORIGIN_PLACEHOLDER}/pricing&quot;`);
  expect(feed).toContain(`&lt;a href=&quot;${ORIGIN_PLACEHOLDER}/blog/a#b&quot;`);
  expect(feed).toContain(`src=&quot;${ORIGIN_PLACEHOLDER}/c.png&quot;`);
});

test('a post that was taken away is not in the feed', () => {
  expect(atomFeed(WORDS, [])).not.toContain('<entry>');
});

test('a day is the same in every time zone', () => {
  expect(partsOf('2025-01-14')).toMatchObject({ day: '14', weekday: 'Tuesday', month: 'January 2025' });
});
