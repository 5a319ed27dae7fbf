const WORDS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** Writes a count for a sentence: a word for numbers up to twelve, digits for larger numbers. */
export function countWord(count: number): string {
  return WORDS[count] ?? String(count);
}

export function countWordFirst(count: number): string {
  const word = countWord(count);
  return word.charAt(0).toUpperCase() + word.slice(1);
}
