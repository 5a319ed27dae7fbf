import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Plan } from '#content/pricing.ts';
import { makeTemporaryFolder } from '#server/testing/folders.ts';
import { mistakesInNotices, mistakesInPages, mistakesInPlans } from './content-check/lists.ts';
import { checkMarkdown } from './content-check/markdown.ts';
import { mistakesInWords } from './content-check/words.ts';

const KNOWN = new Set(['/', '/pricing']);
const DESCRIPTION = 'Five plans from nothing to a thousand rupees a month, all of them soon.';

describe('the check of the pages in content/pages.ts', () => {
  const page = { path: '/about', title: 'About', description: DESCRIPTION } as const;
  const root = join(import.meta.dirname, '..');

  test.each([
    [{}, ''],
    [
      { path: '/Über uns' as const },
      '“path” must look like /about: a slash, then a–z, 0–9 and hyphens, is “/Über uns”.',
    ],
    [{ description: 'Short.' }, '“description” must have 50 to 160 characters, is “Short.”.'],
    [{ title: ' ' }, '“title” must not be empty, is “ ”.'],
    [{ path: '/moon' as const }, 'has no screen, please write pages/moon/moon.tsx.'],
  ])('reports for a page with %j exactly this mistake (empty: no mistake): “%s”', (change, sentence) => {
    const entry = { ...page, ...change };
    const mistakes = sentence === '' ? [] : [`content/pages.ts, page “${entry.path}”: ${sentence}`];
    expect(mistakesInPages([entry], root)).toEqual(mistakes);
  });
});

test('a privacy notice whose words changed needs a new version, and the error message names that version', () => {
  const notice = { short: 'We keep it.', version: 'deadbeef' };
  const [mistake = ''] = mistakesInNotices({ kites: notice }, { kites: { what: 'A kite.' } });
  const version = /must be “([0-9a-f]{8})”/.exec(mistake)?.[1] ?? '';
  const right = { kites: { ...notice, version } };
  expect(mistakesInNotices(right, { kites: { what: 'A kite.' } })).toEqual([]);
  expect(mistakesInNotices(right, { kites: { what: 'Two kites.' } })).toHaveLength(1);
});

describe('the check of the plans in content/pricing.ts', () => {
  const basic: Plan = {
    id: 'basic',
    name: 'Basic',
    price: '350',
    icon: 'lamp',
    features: ['Advanced features, with a rate limit', 'End-to-end encryption'],
    highlightFeature: 'End-to-end encryption',
    buttonText: 'Coming Soon',
    variant: 'quiet',
    isComingSoon: true,
  };

  test.each<[Partial<Plan>, readonly string[]]>([
    [{}, []],
    [{ price: '350.5' }, ['“price” must be whole rupees, is “350.5”.']],
    [
      { features: [] },
      [
        '“features” must name at least one feature, is [].',
        '“highlightFeature” must be one of its features, is “End-to-end encryption”.',
      ],
    ],
    [{ includes: 'moon' }, ['“includes” must be the id of a plan, is “moon”.']],
    [{ highlightFeature: 'Free tea' }, ['“highlightFeature” must be one of its features, is “Free tea”.']],
  ])('reports for a plan with %j exactly these mistakes: %j', (change, sentences) => {
    expect(mistakesInPlans([{ ...basic, ...change }])).toEqual(
      sentences.map((sentence) => `content/pricing.ts, plan “basic”: ${sentence}`),
    );
  });
});

describe('the check of any content file', () => {
  const notAnAddress = '“to” must lead to a page of this site or to an https address, is “/moon”.';
  test.each([
    [{ cards: ['A', 'B'].map((title) => ({ title, content: 'x' })) }, ''],
    [{ cards: [{ title: 'A', content: ' ' }] }, '.cards “A”: “content” must not be empty.'],
    [{ cards: [{ title: '' }] }, '.cards no. 1: “title” must not be empty.'],
    [{ cards: [{ title: 'A' }, { title: 'A' }] }, '.cards: two entries have the title “A”.'],
    [{ more: { to: '/moon' } }, `.more: ${notAnAddress}`],
    [{ to: 'http://example.com' }, `: ${notAnAddress.replace('/moon', 'http://example.com')}`],
    [{ to: '/pricing?period=year#plans', href: 'https://example.com/' }, ''],
    [{ href: 'mailto:a@example.com' }, ''],
  ])('reports for the entry %j exactly this mistake (empty: no mistake): “%s”', (value, sentence) => {
    const mistakes = sentence === '' ? [] : [`content/x.ts, X${sentence}`];
    expect(mistakesInWords('content/x.ts', { X: value, make: () => value }, KNOWN)).toEqual(mistakes);
  });
});

describe('the check of posts and documents', () => {
  const HEAD = `title: A token\ndate: 2025-01-14\nsummary: ${DESCRIPTION}\ntags: [a]`;
  const long = 'word '.repeat(500);

  function check(posts: Record<string, string>, pages: readonly string[] = ['/', '/pricing', '/blog']) {
    const content = join(makeTemporaryFolder(), 'content');
    for (const folder of ['posts', 'documents']) mkdirSync(join(content, folder), { recursive: true });
    for (const [name, text] of Object.entries(posts))
      writeFileSync(join(content, 'posts', `${name}.md`), text);
    return checkMarkdown(join(content, '..'), pages);
  }
  const post = (body: string) => `---\n${HEAD}\n---\n${body}`;

  test('refuses a post that is too short', () => {
    expect(check({ a: post('Few words.') }).mistakes).toEqual([
      'content/posts/a.md: has 2 words without its code, and needs 500.',
    ]);
  });

  test('accepts links to existing posts, pages and headings, and refuses links to missing ones', () => {
    const links = '[a](/blog/b) [b](/pricing#x) [c](#here) [d](/blog/moon) [e](#there) [f](moon.html)';
    const { mistakes, paths } = check({ a: post(`## Here\n\n${links} ${long}`), b: post(long) });
    expect(paths).toEqual(['/blog/a', '/blog/b']);
    const sentence = (link: string) => `content/posts/a.md: the link to ${link} leads nowhere.`;
    expect(mistakes).toEqual(['/blog/moon', '#there', 'moon.html'].map(sentence));
  });

  test('refuses posts if the blog page, which lists the posts, was removed', () => {
    expect(check({ a: post(long) }, ['/']).mistakes).toEqual([
      'content/pages.ts: has no page “/blog”, which the posts of content/posts are listed on.',
    ]);
    expect(check({}, ['/']).mistakes).toEqual([]);
  });
});
