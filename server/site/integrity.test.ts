import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { withIntegrity } from './integrity.ts';

const FILES: Readonly<Record<string, Buffer>> = {
  '/assets/manifest-1.js': Buffer.from('window.manifest = {}'),
  '/assets/home-2.js': Buffer.from('export const home = 1'),
  '/assets/app-3.css': Buffer.from('body { color: red }'),
};
const integrityOf = (path: string) =>
  `integrity="sha256-${createHash('sha256')
    .update(FILES[path] ?? '')
    .digest('base64')}"`;
const written = (html: string) => withIntegrity(html, (path) => FILES[path]);

test.each([
  ['<link rel="modulepreload" href="/assets/home-2.js"/>', '/assets/home-2.js'],
  ['<link rel="stylesheet" href="/assets/app-3.css"/>', '/assets/app-3.css'],
])('%s says what it must be', (tag, path) => {
  expect(written(tag)).toBe(tag.replace('/>', ` ${integrityOf(path)}/>`));
});

test('the router’s manifest is a script of its own, beside its preload', () => {
  const tag = '<link rel="modulepreload" href="/assets/manifest-1.js"/>';
  const integrity = integrityOf('/assets/manifest-1.js');
  expect(written(tag)).toBe(
    `<script type="module" async src="/assets/manifest-1.js" ${integrity}></script>` +
      `<link rel="modulepreload" href="/assets/manifest-1.js" ${integrity}/>`,
  );
});

test.each([
  '<link rel="modulepreload" href="/assets/unknown-4.js"/>',
  '<link rel="icon" href="/assets/app-3.css"/>',
  '<link rel="preload" as="font" href="/assets/home-2.js"/>',
  '<a href="/assets/app-3.css">a link</a>',
])('%s stays as it is', (tag) => expect(written(tag)).toBe(tag));
