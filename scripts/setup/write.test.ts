import { parseEnv } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readText, writeEnv, writeText } from './write.ts';

const CODE = `export const BRAND = {
  product: 'Old',
  description:
    "What it’s for",
  contactEmail: 'a@old.test',
  email: 'b@old.test',
  foundedYear: 2024,
} as const;
export const COLOUR = '#000000';
`;
/** Any answer: a text of one line. */
const line = fc.string().map((text) => text.replaceAll(/\p{Cc}/gu, ''));

test('a text that setup writes to a content file is read back unchanged, and the rest of the file stays', () => {
  fc.assert(
    fc.property(line, (text) => {
      expect(readText(writeText(CODE, 'product', text), 'product')).toBe(text);
    }),
  );
  const written = writeText(CODE, 'email', 'c@new.test');
  expect(written).toBe(CODE.replace('b@old.test', 'c@new.test').replace("'c@new.test'", '"c@new.test"'));
  expect(readText(CODE, 'description')).toBe('What it’s for');
  expect(readText(CODE, 'foundedYear')).toBe('2024');
  expect(writeText(CODE, 'foundedYear', '2019')).toBe(CODE.replace('2024', '2019'));
  expect(readText(CODE, 'COLOUR')).toBe('#000000');
});

test('writing a text throws an error if the content file has no value of that name', () => {
  expect(readText(CODE, 'tagline')).toBeUndefined();
  expect(() => writeText(CODE, 'tagline', 'New')).toThrow('please write “New” yourself');
});

test('settings that setup writes to .env are read back unchanged, and comments and other settings stay', () => {
  const before = '# Ours\nPORT=4000\nSMTP_URL=old\n';
  const values = line.filter((text) => text !== '' && text.trim() === text && !/['`"\\]/.test(text));
  fc.assert(
    fc.property(values, (value) => {
      const after = writeEnv(before, { SMTP_URL: value, MAIL_FROM: value });
      expect(parseEnv(after)).toEqual({ PORT: '4000', SMTP_URL: value, MAIL_FROM: value });
      expect(after).toMatch(/^# Ours\nPORT=4000\n/);
    }),
  );
  expect(writeEnv(before, { SMTP_URL: '' })).toBe('# Ours\nPORT=4000\n');
  expect(writeEnv('', { MAIL_FROM: "O'Hara <a@b.test>" })).toBe("MAIL_FROM=`O'Hara <a@b.test>`\n");
});
