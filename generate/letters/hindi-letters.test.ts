import { expect, test } from 'vitest';
import { fontOf, hindiFont } from './hindi-letters.ts';

test('a font made for a few Hindi words is smaller than 20 kB', async () => {
  const font = await hindiFont('She asks: राशन कार्ड में बेटी का नाम जुड़वाना है।');
  expect(font?.toString('latin1', 0, 4)).toBe('wOF2');
  expect(font?.length).toBeLessThan(20_000);
}, 30_000);

test('a text with a letter that the Hindi font lacks causes an error that names the letter', async () => {
  await expect(fontOf('काम কাজ')).rejects.toThrow(/no ক া জ/);
}, 30_000);
