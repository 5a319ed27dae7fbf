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
  ['', null],
  ['#', null],
  ['#%', null],
  ['#%E0%A4', null],
  ['#gone', null],
])('the URL fragment %s leads to the element with the id %s', (hash, id) => {
  vi.stubGlobal('document', { getElementById: (name: string) => (name === id ? { id } : null) });
  expect(placeNamed(hash)).toEqual(id && { id });
});
