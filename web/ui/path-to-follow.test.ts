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

test('the router follows a plain click on an internal link, with the link’s query and fragment', () => {
  expect(pathToFollow(clickOn('/pricing'))).toBe('/pricing');
  expect(pathToFollow(clickOn('/auth?view=create#form'))).toBe('/auth?view=create#form');
  expect(pathToFollow(clickOn(`${SITE}/story`))).toBe('/story');
  expect(pathToFollow(clickOn('/team#team'))).toBe('/team#team');
});

test.each([
  ['with a modifier key', clickOn('/pricing', {}, { ctrlKey: true })],
  ['with another mouse button', clickOn('/pricing', {}, { button: 1 })],
  ['that was handled already', clickOn('/pricing', {}, { defaultPrevented: true })],
  ['on a link that opens a new tab', clickOn('/pricing', { target: '_blank' })],
  ['on a download link', clickOn('/pricing', { download: true })],
  ['on a link to another site', clickOn('https://example.com/pricing')],
  ['on a link to the same site over http', clickOn('http://tuesday.example/pricing')],
  ['on an email address', clickOn('mailto:hello@example.com')],
  ['on a part of the current page, to which the router would not scroll', clickOn('#team')],
  ['outside of any link', clickOn('/pricing', {}, { target: new FakeElement(null) })],
  ['on nothing', clickOn('/pricing', {}, { target: null })],
])('a click %s is left to the browser', (_, click) => {
  expect(pathToFollow(click)).toBeUndefined();
});
