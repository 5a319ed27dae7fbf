import { expect, test, vi } from 'vitest';
import { placeNamed } from './place-named.ts';

test.each([
  ['#plans', 'plans'],
  [new URL('https://tuesday.example/#हिन्दी').hash, 'हिन्दी'],
  ['#%E0%A4%B9%E0%A4%BF', 'हि'],
  ['#caf%C3%A9', 'café'],
  ['#two%20words', 'two words'],
  ['#100%', '100%'],
  ['#100%25', '100%'],
  // An id that is equal to the hash without decoding has priority.
  ['#a%20b', 'a%20b'],
])('the URL fragment %s points to the element with the id %s', (hash, id) => {
  vi.stubGlobal('document', { getElementById: (name: string) => (name === id ? { id } : null) });
  expect(placeNamed(hash)).toEqual({ id });
});

test.each(['#%', '#%E0%A4', '#gone'])(
  'the URL fragment %s points to no element if no element has this id',
  (hash) => {
    vi.stubGlobal('document', { getElementById: () => null });
    expect(placeNamed(hash)).toBeNull();
  },
);

test.each(['', '#'])('the empty URL fragment “%s” points to no element', (hash) => {
  vi.stubGlobal('document', undefined);
  expect(placeNamed(hash)).toBeNull();
});
