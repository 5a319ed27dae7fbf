import { expect, test } from 'vitest';
import { withScriptsAfterPaint } from './scripts-after-paint.ts';

const PAGE = `<head><link rel="modulepreload" href="/assets/home-1.js"/><link rel="preload" as="font" href="/a.woff2"/>
<script>first()</script></head><script type="module" async="">import "/assets/manifest-2.js";
import * as route0 from "/assets/root-3.js";
import * as route1 from "/assets/home-1.js";
${'  '}
  window.__reactRouterRouteModules = {"root":route0,"routes/home":route1};

import("/assets/entry.client-4.js");</script>`;

test('the scripts of a page wait for its first paint, and keep their order', () => {
  expect(withScriptsAfterPaint(PAGE)).toBe(
    `<head><link rel="modulepreload-later" href="/assets/home-1.js"/><link rel="preload" as="font" href="/a.woff2"/>
<script>first()</script></head><script type="module" async="">window.firstPainted.then(async () => {
await import("/assets/manifest-2.js");
const route0 = await import("/assets/root-3.js");
const route1 = await import("/assets/home-1.js");
${'  '}
  window.__reactRouterRouteModules = {"root":route0,"routes/home":route1};

import("/assets/entry.client-4.js");
});</script>`,
  );
});

test('a page without the router’s script stays as it is', () => {
  const html = '<link rel="modulepreload" href="/a.js"/><script type="module" src="/b.js"></script>';
  expect(withScriptsAfterPaint(html)).toBe(html);
});

test('a router that starts its pages in another way is an error', () => {
  expect(() => withScriptsAfterPaint(PAGE.replace('* as route0', '{ route0 }'))).toThrow('in a new way');
});
