import { expect, test } from 'vitest';
import { BLOG_WORDS } from '#content/blog.ts';
import { BRAND } from '#content/brand.ts';
import type { Post } from '#content/markdown.ts';
import { memberId, TEAM } from '#content/team.ts';
import { ORIGIN_PLACEHOLDER } from '#contract/origin-placeholder.ts';
import * as article from './article.tsx';
import { atomFeed } from './atom-feed.server.ts';
import { allPosts, articleAt, inWords } from './posts.server.ts';

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

test('every file in content/posts is listed, newest first', () => {
  const posts = allPosts();
  expect(posts.map(({ slug }) => `/content/posts/${slug}.md`).sort()).toEqual(files.sort());
  const dates = posts.map(({ date }) => date);
  expect(dates).toEqual([...dates].sort().reverse());
});

test.runIf(files.length > 1)('the newer a post, the higher the sun in its picture', () => {
  const suns = allPosts().map(({ sun }) => sun);
  expect(suns).toEqual([...suns].sort((one, other) => other - one));
  expect([suns[0], suns.at(-1)]).toEqual([1, 0]);
});

test('the data of an article page names the next newer and the next older article, if they exist', () => {
  const posts = allPosts();
  for (const [index, { path }] of posts.entries()) {
    const { newer, older } = articleAt(path);
    expect([newer?.slug, older?.slug]).toEqual([posts[index - 1]?.slug, posts[index + 1]?.slug]);
  }
});

test('looking up an article at an unknown path throws an error', () => {
  expect(() => articleAt('/blog/moon')).toThrow('There is no post at /blog/moon');
});

test('the Atom feed has the required elements and only absolute addresses', () => {
  const html = '<p><a href="/pricing">a</a> <a href="#b">b</a> <img src="/c.png"></p>';
  const feed = atomFeed([{ post, html }]);
  expect(feed).toContain(
    `<link rel="self" type="application/atom+xml" href="${ORIGIN_PLACEHOLDER}/blog/feed.xml"/>`,
  );
  expect(feed).toContain(`<!-- ${BLOG_WORDS.feedNote} -->`);
  expect(feed).toContain('<title>Salt &amp; &lt;pepper&gt;</title>');
  expect(feed.match(/<updated>2025-01-14T07:00:00\+05:30<\/updated>/g)).toHaveLength(2);
  expect(feed).toContain(`&lt;a href=&quot;${ORIGIN_PLACEHOLDER}/pricing&quot;`);
  expect(feed).toContain(`&lt;a href=&quot;${ORIGIN_PLACEHOLDER}/blog/a#b&quot;`);
  expect(feed).toContain(`src=&quot;${ORIGIN_PLACEHOLDER}/c.png&quot;`);
});

test('the author of a post is a team member with a link to the team page, or the company if none is named', () => {
  for (const { author, by } of allPosts()) {
    if (author === undefined) {
      expect(by).toMatchObject({ kind: 'Organization', name: BRAND.company });
      continue;
    }
    expect(TEAM.members.map(({ name }) => name)).toContain(author);
    expect(by).toEqual({ kind: 'Person', name: author, path: `/team#${memberId(author)}` });
  }
  const feed = atomFeed([{ post: { ...post, author: 'Asha' }, html: '' }]);
  expect(feed).toContain('<author><name>Asha</name></author>\n<category');
});

test('the article page exports what its route needs, even without posts, and tells search engines the date and the author', () => {
  expect(Object.keys(article)).toEqual(expect.arrayContaining(['default', 'loader', 'meta']));
  const by = { kind: 'Organization', name: 'A company of its own' } as const;
  const dated = { ...post, sun: 1, day: inWords(post.date), by };
  const told = JSON.stringify(article.meta({ loaderData: { post: dated } }));
  expect(told).toContain(post.date);
  expect(told).toContain(by.name);
});

test('a post’s date is written as the same day in every time zone', () => {
  expect(inWords('2025-01-14')).toMatchObject({ number: '14', weekday: 'Tuesday', month: 'January 2025' });
});
