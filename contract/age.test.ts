import { expect, test } from 'vitest';
import { latestBirthDate } from './age.ts';

test.each([
  ['2026-11-21', 18, '2008-11-21'],
  // Somebody born on 29 February 2008 turns 18 on 1 March 2026.
  ['2026-02-28', 18, '2008-02-28'],
  ['2026-03-01', 18, '2008-03-01'],
  ['2028-02-29', 18, '2010-02-29'],
  ['2026-11-21', 0, '2026-11-21'],
])('on %s, a person who is at least %i years old was born on %s or earlier', (today, years, latest) => {
  expect(latestBirthDate(today, years)).toBe(latest);
});
