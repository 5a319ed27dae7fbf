const WORDS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** A count as a sentence has it: a word up to twelve, digits from then on. */
export function countWord(count: number): string {
  return WORDS[count] ?? String(count);
}

/** The same at the beginning of a sentence. */
export function countWordFirst(count: number): string {
  const word = countWord(count);
  return word.charAt(0).toUpperCase() + word.slice(1);
}
