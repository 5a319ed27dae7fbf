import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameName, tidyName } from './display-name.ts';

/** Random UTF-16 units, including halves of surrogate pairs. Invisible and joining characters are more frequent than by chance. */
const anyUnit = fc.oneof(
  fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code)),
  fc.constantFrom('\n', '\0', '\u0301', '\u200b', '\u200d', '\u202e', '\ufe0f', '\ud83d', '\u{1f469}', 'e'),
);

describe('a display name typed in a form', () => {
  it.each([
    ['spaces around it and repeated spaces', '  Asha \n\t Rao ', 'Asha Rao'],
    ['other kinds of spaces than the plain one', '\u3000Asha\u00a0\u2003Rao\u2028', 'Asha Rao'],
    ['accents that are separate from their letters', 'Zoe\u0308', 'Zo\u00eb'],
    ['half of a surrogate pair', 'Asha\ud83d', 'Asha\ufffd'],
    [
      'characters that change the writing direction',
      '\u202eoaR ahsA\u202c\u2066\u2069\u200e\u200f\u061c',
      'oaR ahsA',
    ],
    ['joining characters that join nothing', '\u200d\u200dAsha \ufe0fRao', 'Asha Rao'],
    ['invisible characters', '\ufeffA\u200bs\u2060h\u00ada\u3164\u{e0041}\ufff9', 'Asha'],
  ])('is stored without %s', (_, written, tidy) => {
    expect(tidyName(written)).toBe(tidy);
  });

  it.each([
    ['a Sinhala name with a joiner', 'ශ්\u200dරී'],
    ['a Malayalam name with a joiner at the end', 'അവന്\u200d'],
    ['an emoji made of several characters', 'Asha 👩\u200d👩\u200d👧 ❤\ufe0f'],
    ['a Mongolian name with a variation selector and a vowel separator', 'ᠠ\u180bᠠ\u180eᠠ'],
    ['a name written from right to left', 'מרים'],
  ])('is stored unchanged if it is %s', (_, name) => {
    expect(tidyName(name)).toBe(name);
  });

  it.each(['', ' ', '\u3164', '\u2800', '\u200b\ufeff', '\u0301', '\ufe0f'])(
    'is refused when it is %j, because no character of it is visible',
    (written) => {
      expect(tidyName(written)).toBe('');
    },
  );

  it('loses invisible characters and extra spaces in one clean-up; a second clean-up changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyUnit, maxLength: 40 }), (text) => {
        const tidy = tidyName(text);
        expect(tidyName(tidy)).toBe(tidy);
        expect(isSameName(text, tidy)).toBe(true);
        expect(tidy).not.toMatch(/[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069\0]|^\s|\s$|\s\s/);
      }),
      { seed: 20261122 },
    );
  });
});

describe('the name typed to confirm the deletion of an account', () => {
  it.each([
    ['Asha Rao', ' Asha   Rao ', true],
    ['Zo\u00eb', 'Zoe\u0308', true],
    ['ശ്രീ\u200d', 'ശ്രീ', true],
    ['Asha ❤\ufe0f', 'Asha ❤', true],
    ['Asha Rao', 'asha rao', false],
    ['Zo\u00eb', 'Zoe', false],
    ['Asha', '', false],
    ['\u0410sha', 'Asha', false],
  ])('for the account name %j and the typed name %j, the two count as equal: %s', (name, typed, isSame) => {
    expect(isSameName(name, typed)).toBe(isSame);
    expect(isSameName(typed, name)).toBe(isSame);
  });
});
