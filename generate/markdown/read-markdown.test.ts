import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BRAND } from '#content/brand.ts';
import { FOOTER_GROUPS } from '#content/pages.ts';
import { makeTemporaryFolder } from '#server/testing/folders.ts';
import { readDocument, readPost, readPosts } from './read-markdown.ts';

const FILE = 'content/posts/x.md';
const SUMMARY = 'How text becomes numbers, and what that costs in a language with long words.';

function post(fields: Record<string, string> = {}, body = 'Words.'): string {
  const all = { title: 'A token', date: '2025-01-14', summary: SUMMARY, tags: '[tokens]', ...fields };
  const lines = Object.entries(all).flatMap(([key, value]) => (value === '' ? [] : [`${key}: ${value}`]));
  return `---\n${lines.join('\n')}\n---\n\n${body}\n`;
}

test('reading a post gives its path, its attributes and its length in words and minutes', () => {
  const body = `${'word '.repeat(660)}\n\n\`\`\`ts\nconst no = 1;\n\`\`\`\n`;
  expect(readPost(FILE, post({}, body)).attributes).toEqual({
    ...{ slug: 'x', path: '/blog/x', title: 'A token', date: '2025-01-14', summary: SUMMARY },
    ...{ tags: ['tokens'], minutes: 3, words: 660 },
  });
});

test.each([
  [{ date: '14 Jan' }, `${FILE}: “date” must look like 2025-01-14, is “14 Jan”.`],
  [{ date: '2025-02-30' }, `${FILE}: “date” must look like 2025-01-14, is “2025-02-30”.`],
  [{ date: '' }, `${FILE}: “date” must look like 2025-01-14, is missing.`],
  [{ title: '7' }, `${FILE}: “title” must be a text of 3 to 90 characters, is 7.`],
  [{ summary: 'Short.' }, `${FILE}: “summary” must be a text of 50 to 200 characters, is “Short.”.`],
  [{ tags: 'tokens' }, `${FILE}: “tags” must be a list of words, like [measuring, tokens], is “tokens”.`],
  [{ tags: '[]' }, `${FILE}: “tags” must name at least one tag, is [].`],
  [{ author: 'me' }, `${FILE}: “author” must be somebody of content/team.ts, is “me”.`],
])(
  'a post with the attributes %j is refused with an error that tells the author what to change',
  (fields, sentence) => {
    expect(() => readPost(FILE, post(fields))).toThrow(new Error(sentence));
  },
);

test('a post with no front matter, broken YAML or an unusable file name is refused with an error that says so', () => {
  expect(() => readPost(FILE, 'Words.')).toThrow(`${FILE} must start with front matter: its title`);
  expect(() => readPost(FILE, post({ title: '[a' }))).toThrow(`${FILE}: the lines between --- are no YAML:`);
  expect(() => readPost('content/posts/My Post.md', post())).toThrow('its name becomes its address');
});

test('a document may name an existing footer menu or none; a menu that does not exist is refused', () => {
  const group = FOOTER_GROUPS[0];
  const head = `title: License\ndescription: ${SUMMARY}\nupdated: '{policyDate}'`;
  const read = (more: string) =>
    readDocument('content/documents/license.md', `---\n${head}${more}\n---\nText`);
  expect(read(`\nmenu: { group: ${group}, label: License }`).attributes).toMatchObject({
    path: '/license',
    updated: BRAND.policyDate,
    menu: { group, label: 'License' },
  });
  expect(read('').attributes).not.toHaveProperty('menu');
  expect(() => read('\nmenu: { group: Cellar, label: License }')).toThrow(
    `content/documents/license.md: “menu.group” must be one of ${FOOTER_GROUPS.join(', ')}, Legal, is “Cellar”.`,
  );
});

describe('placeholders in Markdown', () => {
  const bodyOf = (body: string) => readPost(FILE, post({}, body)).body.trim();

  test.each([
    ['By {company}, at <{contactEmail}>.', `By ${BRAND.company}, at <${BRAND.contactEmail}>.`],
    ['`{product}` and ``a ` {x}`` stay', '`{product}` and ``a ` {x}`` stay'],
    ['```ts\n{a} = {product};\n```\n{product}', `\`\`\`ts\n{a} = {product};\n\`\`\`\n${BRAND.product}`],
  ])('are replaced by their values, but not inside code, as in %j', (body, filled) => {
    expect(bodyOf(body)).toBe(filled);
  });

  test('are refused if their name is unknown', () => {
    expect(() => bodyOf('By {compny}.')).toThrow(
      `${FILE}: {compny} is no placeholder. The placeholders are {product}, `,
    );
  });
});

function folderOf(files: Record<string, string>): string {
  const root = makeTemporaryFolder();
  mkdirSync(join(root, 'content/posts'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, 'content/posts', name), text);
  return root;
}

test('the posts in content/posts are read newest first, without files deleted since the last reading', () => {
  const days = ['14', '16', '15'].map((day) => [`p-${day}.md`, post({ date: `2025-01-${day}` })]);
  const root = folderOf(Object.fromEntries(days));
  expect(readPosts(root).map(({ slug }) => slug)).toEqual(['p-16', 'p-15', 'p-14']);
  rmSync(join(root, 'content/posts/p-15.md'));
  expect(readPosts(root).map(({ slug }) => slug)).toEqual(['p-16', 'p-14']);
});

test('posts with mistakes are refused, and one error lists the mistakes of all files', () => {
  const root = folderOf({ 'a.md': post({ date: 'soon' }), 'b.md': post({ tags: '' }) });
  expect(() => readPosts(root)).toThrow(/^content\/posts\/a\.md: .*\ncontent\/posts\/b\.md: .*$/);
});
