import { expect, test } from 'vitest';
import { fontOf, hindiFont } from './hindi-letters.ts';

test('the font for some Hindi words is a fraction of the whole one', async () => {
  const font = await hindiFont('She asks: राशन कार्ड में बेटी का नाम जुड़वाना है।');
  expect(font?.toString('latin1', 0, 4)).toBe('wOF2');
  expect(font?.length).toBeLessThan(20_000);
}, 30_000);

test('a letter that the font lacks is named, and no font is made', async () => {
  await expect(fontOf('काम কাজ')).rejects.toThrow(/no ক া জ/);
}, 30_000);

test('words without Hindi get no font', async () => {
  expect(await hindiFont('Will this month’s rice reach our ration shop by Friday?')).toBeUndefined();
});
