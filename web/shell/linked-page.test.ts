import { beforeEach, expect, test, vi } from 'vitest';
import { linkedPage } from './linked-page.ts';

const SITE = 'https://tuesday.example';
const HERE = `${SITE}/pricing?from=mail`;

class FakeElement {
  readonly #link: object | null;
  constructor(link: object | null) {
    this.#link = link;
  }
  closest(): object | null {
    return this.#link;
  }
}

/** Something inside a link, with its address resolved as the browser does it. */
function inside(href: string, { target = '', download = false } = {}): EventTarget {
  const { pathname, origin } = new URL(href, HERE);
  const element: unknown = new FakeElement({ pathname, origin, target, hasAttribute: () => download });
  return element as EventTarget;
}

beforeEach(() => {
  vi.stubGlobal('Element', FakeElement);
  vi.stubGlobal('location', new URL(HERE));
});

test('is the path of another page of ours', () => {
  expect(linkedPage(inside('/story'))).toBe('/story');
  expect(linkedPage(inside('/auth?view=create#top'))).toBe('/auth');
});

test.each([
  ['a place on this page', inside('#plans')],
  ['this page', inside('/pricing')],
  ['another site', inside('https://elsewhere.example/story')],
  ['another window', inside('/story', { target: '_blank' })],
  ['a file', inside('/story', { download: true })],
])('is nothing for %s', (_, target) => {
  expect(linkedPage(target)).toBeUndefined();
});

test('is nothing outside of links', () => {
  const outside: unknown = new FakeElement(null);
  expect(linkedPage(outside as EventTarget)).toBeUndefined();
  expect(linkedPage(null)).toBeUndefined();
});
