import { expect, test } from 'vitest';
import { FEATURES as CONTENT } from '#content/features.ts';
import { FEATURES } from '#server/features.ts';
import { OPTIONAL_FEATURES, planRemoval } from './plan.ts';

test('removing a feature keeps the stored fixtures of the other features', () => {
  const [{ name } = { name: '' }] = OPTIONAL_FEATURES;
  const { tests } = planRemoval(FEATURES, CONTENT, [name]);
  const deleted = [...tests].flatMap(([file, text]) => (text === undefined ? file : []));
  expect(deleted.filter((file) => file.endsWith('/testing/fixture.ts'))).toEqual([]);
});
