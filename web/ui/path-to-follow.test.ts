import { beforeEach, expect, test, vi } from 'vitest';
import { pathToFollow } from './path-to-follow.ts';
import { FakeElement, fakeLink } from './testing/fake-link.ts';

const SITE = 'https://tuesday.example';
const HERE = `${SITE}/home?from=mail`;

function clickOn(
  href: string,
  attributes: Parameters<typeof fakeLink>[2] = {},
  more: object = {},
): MouseEvent {
  const target = new FakeElement(fakeLink(href, HERE, attributes));
  const event: unknown = { defaultPrevented: false, button: 0, target, ...more };
  return event as MouseEvent;
}

beforeEach(() => {
  vi.stubGlobal('Element', FakeElement);
  vi.stubGlobal('location', new URL(HERE));
});

test('a plain click on an internal link is followed with its query and fragment', () => {
  expect(pathToFollow(clickOn('/pricing'))).toBe('/pricing');
  expect(pathToFollow(clickOn('/auth?view=create#form'))).toBe('/auth?view=create#form');
  expect(pathToFollow(clickOn(`${SITE}/story`))).toBe('/story');
});

test.each(['metaKey', 'ctrlKey', 'shiftKey', 'altKey'])('a click with %s is left to the browser', (key) => {
  expect(pathToFollow(clickOn('/pricing', {}, { [key]: true }))).toBeUndefined();
});

test.each([1, 2, 3])('a click with mouse button %i is left to the browser', (button) => {
  expect(pathToFollow(clickOn('/pricing', {}, { button }))).toBeUndefined();
});

test('a click that was handled already is left alone', () => {
  expect(pathToFollow(clickOn('/pricing', {}, { defaultPrevented: true }))).toBeUndefined();
});

test.each([{ target: '_blank' }, { target: '_self' }, { download: true } as const])(
  'a link with %o is left to the browser',
  (link) => {
    expect(pathToFollow(clickOn('/pricing', link))).toBeUndefined();
  },
);

test.each([
  'https://example.com/pricing',
  'http://tuesday.example/pricing',
  'mailto:hello@example.com',
  'tel:+910000000000',
])('a link to %s is left to the browser', (href) => {
  expect(pathToFollow(clickOn(href))).toBeUndefined();
});

test('a fragment of this page is left to the browser, because the router would not scroll to it', () => {
  expect(pathToFollow(clickOn('#team'))).toBeUndefined();
  expect(pathToFollow(clickOn('/team#team'))).toBe('/team#team');
});

test('a click outside of links is left alone', () => {
  expect(pathToFollow(clickOn('/pricing', {}, { target: new FakeElement(null) }))).toBeUndefined();
  expect(pathToFollow(clickOn('/pricing', {}, { target: null }))).toBeUndefined();
});
