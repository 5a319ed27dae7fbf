import { expect, test } from 'vitest';
import { withStyleFirst } from './style-first.ts';

const FONTS =
  '<link rel="preload" as="font" type="font/woff2" href="/a.woff2"/><link rel="preload" as="font" href="/b.woff2"/>';
const STYLES =
  '<link rel="stylesheet" href="/c.css" data-precedence="site"/><link rel="stylesheet" href="/d.css" data-precedence="pages"/>';
const ICON = '<link rel="icon" href="/e.ico"/>';
const FIRST = '<script>first()</script>';
const SETTINGS = '<script type="application/json">{}</script>';

test('a page runs its first script, then asks for its styles in their order, then for its fonts', () => {
  expect(withStyleFirst(`<head>${FONTS}${STYLES}${ICON}${FIRST}${SETTINGS}</head>`)).toBe(
    `<head>${ICON}${FIRST}${STYLES}${FONTS}${SETTINGS}</head>`,
  );
});

test('a page without settings has its styles at the end of its head', () => {
  expect(withStyleFirst(`<head>${STYLES}${FIRST}</head>`)).toBe(`<head>${FIRST}${STYLES}</head>`);
});

test('a page without a style stays as it is', () => {
  expect(withStyleFirst(`<head>${FONTS}</head>`)).toBe(`<head>${FONTS}</head>`);
});
