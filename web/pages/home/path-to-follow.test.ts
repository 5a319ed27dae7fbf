import { beforeEach, expect, test, vi } from 'vitest';
import { pathToFollow } from './path-to-follow.ts';

const SITE = 'https://tuesday.example';
const HERE = `${SITE}/home?from=mail`;

class FakeElement {
  readonly #link: object | null;
  constructor(link: object | null) {
    this.#link = link;
  }
  closest(): object | null {
    return this.#link;
  }
}

type Attributes = { readonly target?: string; readonly download?: true };

/** What a click on something inside a link carries; the address is resolved as the browser does it. */
function clickOn(href: string, { target = '', download }: Attributes = {}, more: object = {}): MouseEvent {
  const { pathname, search, hash, origin } = new URL(href, HERE);
  const link = { pathname, search, hash, origin, target, hasAttribute: () => download === true };
  const event: unknown = { defaultPrevented: false, button: 0, target: new FakeElement(link), ...more };
  return event as MouseEvent;
}

beforeEach(() => {
  vi.stubGlobal('Element', FakeElement);
  vi.stubGlobal('location', new URL(HERE));
});

test('a plain click follows one of our links, with its query and its fragment', () => {
  expect(pathToFollow(clickOn('/pricing'))).toBe('/pricing');
  expect(pathToFollow(clickOn('/auth?view=create#form'))).toBe('/auth?view=create#form');
  expect(pathToFollow(clickOn(`${SITE}/story`))).toBe('/story');
});

test.each(['metaKey', 'ctrlKey', 'shiftKey', 'altKey'])('with %s held, the browser decides', (key) => {
  expect(pathToFollow(clickOn('/pricing', {}, { [key]: true }))).toBeUndefined();
});

test.each([1, 2, 3])('button %i is the browser’s', (button) => {
  expect(pathToFollow(clickOn('/pricing', {}, { button }))).toBeUndefined();
});

test('a click that somebody has dealt with is left alone', () => {
  expect(pathToFollow(clickOn('/pricing', {}, { defaultPrevented: true }))).toBeUndefined();
});

test.each([{ target: '_blank' }, { target: '_self' }, { download: true } as const])(
  '%o is left alone',
  (link) => {
    expect(pathToFollow(clickOn('/pricing', link))).toBeUndefined();
  },
);

test.each([
  'https://example.com/pricing',
  'http://tuesday.example/pricing',
  'mailto:hello@example.com',
  'tel:+910000000000',
])('%s is not ours', (href) => {
  expect(pathToFollow(clickOn(href))).toBeUndefined();
});

test('a place on this page is found by the browser; the router would not scroll to it', () => {
  expect(pathToFollow(clickOn('#team'))).toBeUndefined();
  expect(pathToFollow(clickOn('/team#team'))).toBe('/team#team');
});

test('what is no link leads nowhere', () => {
  expect(pathToFollow(clickOn('/pricing', {}, { target: new FakeElement(null) }))).toBeUndefined();
  expect(pathToFollow(clickOn('/pricing', {}, { target: null }))).toBeUndefined();
});
