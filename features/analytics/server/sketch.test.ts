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

/** A longer timeout than usual, because tens of thousands of hashes take long on a busy machine. */
vi.setConfig({ testTimeout: 30_000 });

const STANDARD_ERROR = 1.04 / Math.sqrt(4_096);

const hashOf = (seed: string, visitor: number) => createHmac('sha256', seed).update(String(visitor)).digest();

function sketchOf(seed: string, from: number, to: number): Sketch {
  const sketch = createSketch();
  for (let visitor = from; visitor < to; visitor++) addToSketch(sketch, hashOf(seed, visitor));
  return sketch;
}

test('up to 20 visitors are counted exactly, and 200 within 2 %', () => {
  expect(countVisitors(createSketch())).toBe(0);
  for (const count of [1, 2, 5, 20]) expect(countVisitors(sketchOf('few', 0, count))).toBe(count);
  expect(Math.abs(countVisitors(sketchOf('few', 0, 200)) - 200)).toBeLessThanOrEqual(4);
});

test('the error of the visitor count stays within its bound from hundreds to tens of thousands of visitors', () => {
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

test('a visitor in several visitor counts is counted once when they are merged, in any order', () => {
  const all = sketchOf('d', 0, 5_000);
  const merged = sketchOf('d', 2_000, 5_000);
  mergeSketch(merged, sketchOf('d', 0, 3_000));
  mergeSketch(merged, sketchOf('d', 1_000, 4_000));
  expect(merged).toEqual(all);
});

test('a visitor count that is written as text and parsed is unchanged, and its text has a limited length', () => {
  for (const count of [0, 1, 50, 4_000, 40_000]) {
    const sketch = sketchOf('e', 0, count);
    expect(parseSketch(writeSketch(sketch))).toEqual(sketch);
    expect(writeSketch(sketch).length, `${count} visitors`).toBeLessThan(3_000);
  }
  expect(writeSketch(sketchOf('e', 0, 1)).length).toBeLessThan(60);
});

test('visitors with the smallest and the largest possible hash are counted', () => {
  const sketch = createSketch();
  addToSketch(sketch, Buffer.alloc(8));
  addToSketch(sketch, Buffer.alloc(8, 0xff));
  expect([sketch[0], sketch[4_095]]).toEqual([53, 1]);
  expect(countVisitors(new Uint8Array(4_096).fill(53))).toBeGreaterThan(1e15);
});

test('parsing text that is no stored visitor count throws', () => {
  expect(() => parseSketch(Buffer.from('no').toString('base64'))).toThrow();
  expect(() => parseSketch('')).toThrow();
});
