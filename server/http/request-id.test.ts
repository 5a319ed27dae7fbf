import { randomFillSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { createRequestIds, REQUEST_ID_LENGTH } from './request-id.ts';

test('an id that looks like one is kept', () => {
  const idOf = createRequestIds(() => {});
  for (const given of ['12345678', 'a-b_c-d_e', 'x'.repeat(64)]) expect(idOf(given)).toBe(given);
});

test.each([undefined, '', 'short', 'x'.repeat(65), 'with a blank', 'line\nbreak'])(
  '%j gets one of ours',
  (given) => {
    const id = createRequestIds(randomFillSync)(given);
    expect(id).toMatch(/^[0-9a-f]+$/);
    expect(id).toHaveLength(REQUEST_ID_LENGTH);
  },
);

test('no two are alike, and no random byte is left out or used twice', () => {
  const idOf = createRequestIds(randomFillSync);
  const ids = Array.from({ length: 1_000 }, () => idOf(undefined));
  expect(new Set(ids).size).toBe(ids.length);

  let filled = 0;
  const counted = createRequestIds((bytes) => bytes.fill(filled++));
  const digits = Array.from({ length: 600 }, () => counted(undefined)).join('');
  expect(digits).toBe(`${'00'.repeat(4_096)}${'01'.repeat(4_096)}${'02'.repeat(600 * 16 - 8_192)}`);
});
