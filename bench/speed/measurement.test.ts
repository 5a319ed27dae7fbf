import { describe, expect, test } from 'vitest';
import { alternate } from './alternate.ts';
import { isMet, type Row } from './measurement.ts';
import { documentTable } from './print.ts';

const ROW: Row = {
  target: 'Serving a page',
  what: 'requests a second',
  ours: 45_000,
  floor: { name: 'nginx', value: 50_000 },
  unit: '/s',
  limits: [{ of: 'ratio', kind: 'at least', value: 0.8 }],
};

describe('a row is met', () => {
  test.each([
    ['by a ratio that reaches its limit', ROW, true],
    ['not by one that does not', { ...ROW, ours: 39_999 }, false],
    ['by any of its limits', { ...ROW, limits: [...ROW.limits, atMost(50_000)], ours: 30_000 }, true],
    ['not where its floor gave nothing', { ...ROW, ours: 0, floor: { name: 'nginx', value: 0 } }, false],
    ['not where nothing was measured', { ...ROW, ours: Number.NaN, limits: [atMost(1)] }, false],
  ])('%s', (_, row, met) => expect(isMet(row)).toBe(met));

  function atMost(value: number) {
    return { of: 'ours', kind: 'at most', value } as const;
  }
});

test('both sides run in turn, each as often first', async () => {
  const order: string[] = [];
  const side = (name: string) => async () => ({ ms: order.push(name) });
  const { ours, floor } = await alternate(3, { ours: side('ours'), floor: side('floor') });
  expect(order).toEqual(['ours', 'floor', 'floor', 'ours', 'ours', 'floor']);
  expect([ours.of('ms'), ours.all('ms'), floor.of('ms')]).toEqual([4, [1, 4, 5], 3]);
});

test('the document keeps its words around the figures, and is not written without its marks', () => {
  const before =
    'Words.\n<!-- figures: written by `npm run bench` -->\nold\n<!-- end of figures -->\nMore.\n';
  const after = documentTable(before, [ROW, { ...ROW, ours: 30_000 }]);
  expect([after.startsWith('Words.\n'), after.endsWith('\nMore.\n')]).toEqual([true, true]);
  expect(after).not.toContain('old');
  expect(after).toContain('| 45,000 /s | 50,000 /s (nginx) | 0.900 | ≥ 0.8 × | yes |');
  expect(after).toContain('| 0.600 | ≥ 0.8 × | NO |');
  expect(documentTable(after, [ROW])).toBe(documentTable(before, [ROW]));
  expect(() => documentTable('Words.', [ROW])).toThrow('marks');
});
