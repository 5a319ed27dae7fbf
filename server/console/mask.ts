const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The first letter of each name, or of an address and all of its domain. */
export function masked(text: string): string {
  const at = text.lastIndexOf('@');
  const [words, domain] = at > 0 ? [text.slice(0, at), text.slice(at)] : [text, ''];
  const shown = at > 0 ? [words] : words.split(/\s+/).filter((word) => word !== '');
  return `${shown.map((word) => `${firstLetter(word)}…`).join(' ')}${domain}`;
}

function firstLetter(word: string): string {
  const [first] = letters.segment(word);
  return first?.segment ?? '';
}
