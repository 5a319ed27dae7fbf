import { expect, test } from 'vitest';
import { equalRows } from './readable-page.ts';

test('successive equal rows are listed once, with the number of times, and all rows keep their order', async () => {
  const [code, other] = [{ user_id: 'a' }, { user_id: 'b' }];
  const counted = [];
  for await (const { row, times } of equalRows([code, { ...code }, { ...code }, other, code]))
    counted.push([row, times]);
  expect(counted).toEqual([
    [code, 3],
    [other, 1],
    [code, 1],
  ]);
});
