import { beforeEach, expect, test, vi } from 'vitest';
import { linkedPage } from './linked-page.ts';
import { FakeElement, fakeLink } from './testing/fake-link.ts';

const HERE = 'https://tuesday.example/pricing?from=mail';
const inside = (href: string) => new FakeElement(fakeLink(href, HERE)) as unknown as EventTarget;

beforeEach(() => {
  vi.stubGlobal('Element', FakeElement);
  vi.stubGlobal('location', new URL(HERE));
});

test('a link to another page of the site gives its path without query and fragment', () => {
  expect(linkedPage(inside('/auth?view=create#top'))).toBe('/auth');
});

test.each(['#plans', '/pricing', 'https://elsewhere.example/story'])('a link to %s gives no path', (href) => {
  expect(linkedPage(inside(href))).toBeUndefined();
});

test('an event outside of links gives no path', () => {
  expect(linkedPage(null)).toBeUndefined();
});
