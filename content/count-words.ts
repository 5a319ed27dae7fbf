const WORDS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** A count written for a sentence: as a word up to twelve, in digits above. */
export function countWord(count: number): string {
  return WORDS[count] ?? String(count);
}

export function countWordFirst(count: number): string {
  const word = countWord(count);
  return word.charAt(0).toUpperCase() + word.slice(1);
}
