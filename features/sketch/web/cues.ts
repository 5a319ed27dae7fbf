import type { SketchTurn } from '#content/features/sketch.ts';

/** From `at` milliseconds on, the first `turns` messages of the conversation are shown, the last one with `words` words. */
export type Cue = { readonly at: number; readonly turns: number; readonly words: number };

/** The pause before the first word of each message of the assistant. */
const THINKING_MS = 700;
const WORD_MS = 50;
const READING_MS = 700;

/** The cues of all messages, in order of time. A visitor's message appears at once, the assistant's word by word. */
export function cuesOf(turns: readonly SketchTurn[]): readonly Cue[] {
  let at = 0;
  return turns.flatMap(({ by, words }, index) => {
    const count = words.split(' ').length;
    const said = by === 'visitor' ? [count] : Array.from({ length: count + 1 }, (_, word) => word);
    const cues = said.map((word) => {
      if (word > 0 && by === 'assistant') at += word === 1 ? THINKING_MS : WORD_MS;
      return { at, turns: index + 1, words: word };
    });
    at += READING_MS;
    return cues;
  });
}

export function shownAt(cues: readonly Cue[], elapsed: number): Cue | undefined {
  return cues.findLast(({ at }) => at <= elapsed);
}
