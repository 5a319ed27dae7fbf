import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { withIntegrity } from './content-security-policy.ts';

const FILES: Readonly<Record<string, Buffer>> = {
  '/assets/manifest-1.js': Buffer.from('window.manifest = {}'),
  '/assets/home-2.js': Buffer.from('export const home = 1'),
  '/assets/app-3.css': Buffer.from('body { color: red }'),
};
const digestOf = (path: string) => {
  const content = FILES[path];
  return content === undefined ? undefined : createHash('sha256').update(content).digest();
};
const integrityOf = (path: string) => `integrity="sha256-${digestOf(path)?.toString('base64')}"`;
const written = (html: string) => withIntegrity(html, digestOf);

test.each([
  ['<link rel="modulepreload-later" href="/assets/home-2.js"/>', '/assets/home-2.js'],
  ['<link rel="stylesheet" href="/assets/app-3.css"/>', '/assets/app-3.css'],
])('the HTML tag %s gets the integrity hash of its file', (tag, path) => {
  expect(written(tag)).toBe(tag.replace('/>', ` ${integrityOf(path)}/>`));
});

test('the router’s manifest gets a script tag with an integrity hash at the end of the head', () => {
  const tag = '<link rel="modulepreload-later" href="/assets/manifest-1.js"/>';
  const integrity = integrityOf('/assets/manifest-1.js');
  expect(written(`<head>${tag}<link rel="icon"/></head>`)).toBe(
    `<head><link rel="modulepreload-later" href="/assets/manifest-1.js" ${integrity}/><link rel="icon"/>` +
      `<script type="module" async src="/assets/manifest-1.js" ${integrity}></script></head>`,
  );
});

test.each([
  '<link rel="modulepreload-later" href="/assets/unknown-4.js"/>',
  '<link rel="icon" href="/assets/app-3.css"/>',
  '<link rel="preload" as="font" href="/assets/home-2.js"/>',
  '<a href="/assets/app-3.css">a link</a>',
])('the HTML tag %s gets no integrity hash', (tag) => expect(written(tag)).toBe(tag));
