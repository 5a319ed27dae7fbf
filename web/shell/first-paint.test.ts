import { expect, test } from 'vitest';
import { firstPaint } from './first-paint.ts';

type ThemeColour = { dataset: { for: string }; media: string };
type Fake = { stored: Record<string, string> | 'blocked'; systemLight?: boolean; search?: string };

function paint({ stored, systemLight = false, search = '' }: Fake) {
  const dataset: Record<string, string> = {};
  const properties: Record<string, string> = {};
  const colours: ThemeColour[] = ['light', 'dark'].map((theme) => ({
    dataset: { for: theme },
    media: `(prefers-color-scheme: ${theme})`,
  }));
  firstPaint({
    document: {
      querySelectorAll: () => colours,
      documentElement: {
        dataset,
        style: { setProperty: (name: string, value: string) => Object.assign(properties, { [name]: value }) },
      },
    },
    get localStorage() {
      if (stored === 'blocked') throw new DOMException('The operation is insecure.', 'SecurityError');
      return { getItem: (key: string) => stored[key] ?? null };
    },
    matchMedia: () => ({ matches: systemLight }),
    location: { search },
    URLSearchParams,
    addEventListener: () => {},
  } as unknown as Window & typeof globalThis);
  return { dataset, properties, colours };
}

test('a stored theme wins over the system', () => {
  expect(paint({ stored: { theme: 'dark' }, systemLight: true }).dataset.theme).toBe('dark');
  expect(paint({ stored: { theme: 'light' } }).dataset.theme).toBe('light');
  expect(paint({ stored: {}, systemLight: true }).dataset.theme).toBe('light');
  expect(paint({ stored: {} }).dataset.theme).toBe('dark');
});

test('with storage blocked, the system decides and the switch still has a theme to change', () => {
  expect(paint({ stored: 'blocked', systemLight: true }).dataset.theme).toBe('light');
  expect(paint({ stored: 'blocked' }).dataset.theme).toBe('dark');
});

test('the colour of the browser’s bars follows the theme', () => {
  const media = (fake: Fake) => paint(fake).colours.map((colour) => colour.media);
  expect(media({ stored: { theme: 'light' } })).toEqual(['all', 'not all']);
  expect(media({ stored: { theme: 'dark' }, systemLight: true })).toEqual(['not all', 'all']);
});

test('a cached record shows as signed in, with its name safe inside a CSS string', () => {
  const { dataset, properties } = paint({
    stored: { user: JSON.stringify({ id: '1', name: 'A "b\\c"\nd' }) },
  });
  expect(dataset.account).toBe('in');
  expect(properties['--account-name']).toBe('"A \\"b\\\\c\\" d"');
  expect(properties['--account-initial']).toBe('"A"');
});

test.each(['{broken', 'null', '{"id":1}', '[]'])('a cache of %s is nobody', (user) => {
  expect(paint({ stored: { user } }).dataset.account).toBeUndefined();
});

test('only known views of the sign-in page are taken from the address', () => {
  expect(paint({ stored: {}, search: '?view=create' }).dataset.authView).toBe('create');
  expect(paint({ stored: {}, search: '?view=<x>' }).dataset.authView).toBeUndefined();
});

test('its source text stands alone', () => {
  // Fails when the function starts to use something from outside itself, which would not exist in the document.
  const alone = new Function('page', `(${firstPaint.toString()})(page)`);
  expect(() =>
    alone({
      document: { documentElement: { dataset: {} }, querySelectorAll: () => [] },
      matchMedia: () => ({ matches: false }),
      location: { search: '' },
      URLSearchParams,
      addEventListener() {},
    }),
  ).not.toThrow();
});
