import { expect, test } from 'vitest';
import { fontOf, hindiFont } from './hindi-letters.ts';

test('a font for a few Hindi words is a fraction of the size of the full font', async () => {
  const font = await hindiFont('She asks: राशन कार्ड में बेटी का नाम जुड़वाना है।');
  expect(font?.toString('latin1', 0, 4)).toBe('wOF2');
  expect(font?.length).toBeLessThan(20_000);
}, 30_000);

test('a letter that the Hindi font lacks is named in an error, and no font is made', async () => {
  await expect(fontOf('काम কাজ')).rejects.toThrow(/no ক া জ/);
}, 30_000);

test('words without Hindi letters get no font', async () => {
  expect(await hindiFont('Will this month’s rice reach our ration shop by Friday?')).toBeUndefined();
});
