import { expect, test } from 'vitest';
import { renderMarkdown } from './render-markdown.ts';

const render = (body: string) => renderMarkdown('content/posts/x.md', body);

test('every Markdown heading gets an id to link to, and headings with equal words get different ids', () => {
  const { html, headings, ids } = render('## Why `x` & “y”?\n\n### Why\n\n### Why\n');
  expect(html).toContain('<h2 id="why-x-y" tabindex="-1">Why <code>x</code> &amp; “y”?</h2>');
  expect(headings).toEqual([{ id: 'why-x-y', text: 'Why x & “y”?' }]);
  expect(ids).toEqual(['why-x-y', 'why', 'why-2']);
});

test('a code block has syntax colours by CSS classes, names its language, and can be focused by keyboard', () => {
  const { html } = render("```ts\nconst a = '<b>';\n```\n");
  expect(html).toContain(
    '<figcaption>TypeScript</figcaption><pre tabindex="0" role="group" aria-label="Code: TypeScript">',
  );
  expect(html).toContain('<span class="hljs-keyword">const</span>');
  expect(html).toContain('&lt;b&gt;');
  expect(html).not.toContain('style=');
});

test('Indian-language text inside code is marked with its language, so that screen readers pronounce it', () => {
  const { html } = render("```js\nsplit('किताब घर।'); // 'ि', 'நாளை'\n```\n");
  expect(html).toContain('<span lang="hi">किताब घर।</span>');
  expect(html).toContain('<span lang="hi">ि</span>');
  expect(html).toContain('<span lang="ta">நாளை</span>');
});

test('a Markdown table is put into a labelled element that scrolls', () => {
  const { html } = render('| Model | `Size` |\n|---|---:|\n| a | 7 |\n');
  expect(html).toContain(
    '<div class="table-scroll" tabindex="0" role="group" aria-label="Table: Model, Size"><table>',
  );
  expect(html).toContain('<thead>');
  expect(html).toContain('<th scope="col" align="right">');
});

test('rendering a Markdown text also returns a list of its links', () => {
  const { links } = render('[a](/pricing), [b](https://example.com/), [c](#d)');
  expect(links).toEqual(['/pricing', 'https://example.com/', '#d']);
});

test.each([
  ['# Title', '“# Title” must be ##, the title is the first heading.'],
  ['## A\n\n#### B', '“#### B” must be ###.'],
  ['```klingon\nx\n```', '```klingon is a language that nobody can colour; ```text always works.'],
  ['![](/a.png)', 'the picture /a.png needs words in its [ ] for those who cannot see it.'],
  [
    '<p style="color:red">a</p>',
    '<p style="color:red">a</p> cannot stay, the site allows no inline style or script.',
  ],
  ['a <b onclick="x()">b</b>', '<b onclick="x()"> cannot stay, the site allows no inline style or script.'],
])('the Markdown %j is refused with an error that tells the author what to change', (body, sentence) => {
  expect(() => render(body)).toThrow(new Error(`content/posts/x.md: ${sentence}`));
});
