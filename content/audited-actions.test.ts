import { expect, test } from 'vitest';
import { AUDITED_ACTIONS } from './audited-actions.ts';

test.each(Object.entries(AUDITED_ACTIONS))(
  '“%s” is told plainly, after the name of whoever did it',
  (_, words) => {
    expect(words).toMatch(/^[a-z].{5,}[^.]$/);
    expect(words).not.toMatch(
      /\b(?:somebody|whoever|operator had|stands? beside|such)\b|^(?:an|the) (?:operator|owner)\b/,
    );
    expect(words.split(' ').length).toBeLessThanOrEqual(22);
  },
);

test('a proof does not say what it was for, which it does not know', () => {
  expect(AUDITED_ACTIONS['ownership-proved']).not.toMatch(/delete/);
});
