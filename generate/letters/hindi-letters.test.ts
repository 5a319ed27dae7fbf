import { expect, test } from 'vitest';
import { SKETCH } from '#content/features/sketch.ts';
import { fontOf, hindiFont } from './hindi-letters.ts';

test('the font for the Hindi turns is a fraction of the whole one', async () => {
  const font = await hindiFont(SKETCH.turns);
  expect(font?.toString('latin1', 0, 4)).toBe('wOF2');
  expect(font?.length).toBeLessThan(20_000);
}, 30_000);

test('a letter that the font has not is named, and no font is made', async () => {
  await expect(fontOf('काम কাজ')).rejects.toThrow(/no ক া জ/);
}, 30_000);

test('a conversation without Hindi has no font', async () => {
  expect(await hindiFont(SKETCH.turns.filter(({ lang }) => lang !== 'hi'))).toBeUndefined();
});
