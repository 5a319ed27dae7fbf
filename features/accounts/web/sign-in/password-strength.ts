import { BRAND } from '#content/brand.ts';

/** How hard a password is to guess: 0 is very easy, 4 is hard. */
export type Strength = 0 | 1 | 2 | 3 | 4;

const COMMON =
  /pass ?word|qwert|asdf|letmein|welcome|admin|iloveyou|monkey|dragon|football|cricket|india|abc|123/gi;
const GUESSES_PER_LEVEL_BITS = [22, 34, 46, 60] as const;

/** The estimate is only a hint and uses no dictionary (docs/product.md, "Passwords"). */
export function passwordStrength(password: string, email = ''): Strength {
  let rest = password.toLowerCase();
  const [local = ''] = email.split('@');
  for (const known of [...BRAND.product.split(' '), local])
    if (known.length > 2) rest = rest.replaceAll(known.toLowerCase(), '*');
  const distinct = [...rest.replace(COMMON, '*')].filter((character, index, all) => {
    const before = all[index - 1]?.codePointAt(0) ?? -9;
    // Repeats ("aaa") and sequences ("abc", "321") add almost no entropy.
    return Math.abs((character.codePointAt(0) ?? 0) - before) > 1;
  });
  const bits = distinct.length * Math.log2(alphabetSize(password));
  return GUESSES_PER_LEVEL_BITS.filter((needed) => bits >= needed).length as Strength;
}

function alphabetSize(password: string): number {
  const sizes: readonly [RegExp, number][] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/\d/, 10],
    [/[^\p{L}\d]/u, 30],
    [/[^\P{L}a-zA-Z]/u, 60],
  ];
  return sizes.reduce((sum, [pattern, size]) => (pattern.test(password) ? sum + size : sum), 1);
}
