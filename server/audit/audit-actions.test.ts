import { expect, test } from 'vitest';
import { OWNERSHIP_PROVED } from '#features/accounts/server/audit-actions.ts';
import { FEATURES } from '#server/features.ts';
import { actionsOf } from './lines.ts';

const ACTIONS = actionsOf(FEATURES);

test('no two actions have the same name', () => {
  expect(ACTIONS.length).toBeGreaterThan(70);
  expect(new Set(ACTIONS.map(({ name }) => name)).size).toBe(ACTIONS.length);
});

test.each(ACTIONS)('“$name” is told plainly, after the name of whoever did it', ({ words }) => {
  expect(words).toMatch(/^[a-z].{5,}[^.]$/);
  expect(words).not.toMatch(
    /\b(?:somebody|whoever|operator had|stands? beside|such)\b|^(?:an|the) (?:operator|owner)\b/,
  );
  expect(words.split(' ').length).toBeLessThanOrEqual(22);
});

test('a proof does not say what it was for, which it does not know', () => {
  expect(OWNERSHIP_PROVED.words).not.toMatch(/delete/);
});
