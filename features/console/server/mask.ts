import { SITE_LANGUAGE } from '#contract/language.ts';
import { maskedAddress } from '#server/mail/addresses.ts';

const letters = new Intl.Segmenter(SITE_LANGUAGE, { granularity: 'grapheme' });

/** The first letter of each name, or of an address and all of its domain. */
export function masked(text: string): string {
  if (text.lastIndexOf('@') > 0) return maskedAddress(text);
  const words = text.split(/\s+/).filter((word) => word !== '');
  return words.map((word) => `${firstLetter(word)}…`).join(' ');
}

function firstLetter(word: string): string {
  const [first] = letters.segment(word);
  return first?.segment ?? '';
}
