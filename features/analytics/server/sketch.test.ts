import { createHmac } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import {
  addToSketch,
  countVisitors,
  createSketch,
  mergeSketch,
  parseSketch,
  type Sketch,
  writeSketch,
} from './sketch.ts';

/** Tens of thousands of hashes take their time on a busy machine. */
vi.setConfig({ testTimeout: 30_000 });

const STANDARD_ERROR = 1.04 / Math.sqrt(4_096);

const hashOf = (seed: string, visitor: number) => createHmac('sha256', seed).update(String(visitor)).digest();

function sketchOf(seed: string, from: number, to: number): Sketch {
  const sketch = createSketch();
  for (let visitor = from; visitor < to; visitor++) addToSketch(sketch, hashOf(seed, visitor));
  return sketch;
}

test('a few visitors are counted exactly or nearly so', () => {
  expect(countVisitors(createSketch())).toBe(0);
  for (const count of [1, 2, 5, 20]) expect(countVisitors(sketchOf('few', 0, count))).toBe(count);
  expect(Math.abs(countVisitors(sketchOf('few', 0, 200)) - 200)).toBeLessThanOrEqual(4);
});

test('the error stays within its bound from hundreds to tens of thousands', () => {
  const errors: number[] = [];
  for (const count of [500, 3_000, 10_000, 12_000, 20_000, 50_000]) {
    for (const seed of ['a', 'b', 'c']) {
      const error = countVisitors(sketchOf(seed, 0, count)) / count - 1;
      expect(Math.abs(error), `${count} visitors, seed ${seed}`).toBeLessThan(3 * STANDARD_ERROR);
      errors.push(error);
    }
  }
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
  expect(Math.abs(mean), 'no bias in any size').toBeLessThan(STANDARD_ERROR);
});

test('a returning visitor is not counted again, in any order and in any part', () => {
  const all = sketchOf('d', 0, 5_000);
  const merged = sketchOf('d', 2_000, 5_000);
  mergeSketch(merged, sketchOf('d', 0, 3_000));
  mergeSketch(merged, sketchOf('d', 1_000, 4_000));
  expect(merged).toEqual(all);
});

test('a sketch that is written and read again is the same, and its text has a limit', () => {
  for (const count of [0, 1, 50, 4_000, 40_000]) {
    const sketch = sketchOf('e', 0, count);
    expect(parseSketch(writeSketch(sketch))).toEqual(sketch);
    expect(writeSketch(sketch).length, `${count} visitors`).toBeLessThan(3_000);
  }
  expect(writeSketch(sketchOf('e', 0, 1)).length).toBeLessThan(60);
});

test('the rarest hashes have a place', () => {
  const sketch = createSketch();
  addToSketch(sketch, Buffer.alloc(8));
  addToSketch(sketch, Buffer.alloc(8, 0xff));
  expect([sketch[0], sketch[4_095]]).toEqual([53, 1]);
  expect(countVisitors(new Uint8Array(4_096).fill(53))).toBeGreaterThan(1e15);
});

test('broken text is no sketch', () => {
  expect(() => parseSketch(Buffer.from('no').toString('base64'))).toThrow();
  expect(() => parseSketch('')).toThrow();
});
