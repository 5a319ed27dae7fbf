import { describe, expect, test } from 'vitest';
import type { SketchTurn } from '#content/features/sketch.ts';
import { cuesOf, shownAt } from './cues.ts';

const TURNS: readonly SketchTurn[] = [
  { by: 'visitor', lang: 'hi', words: 'कितने काग़ज़ लगेंगे?' },
  { by: 'assistant', words: 'I don’t know that.' },
];
const cues = cuesOf(TURNS);

describe('the timed steps (cues) of the sample conversation', () => {
  test('show a visitor’s message at once, and the assistant’s message word by word after a step without words', () => {
    expect(cues.map(({ turns, words }) => [turns, words])).toEqual([
      [1, 3],
      [2, 0],
      [2, 1],
      [2, 2],
      [2, 3],
      [2, 4],
    ]);
  });

  test('are in order of time, with longer pauses before a message and its first word than between two words', () => {
    const [, toTurn = 0, toFirstWord = 0, ...betweenWords] = cues.map(
      ({ at }, index) => at - (cues[index - 1]?.at ?? 0),
    );
    expect(Math.min(...betweenWords)).toBeGreaterThan(0);
    expect(Math.min(toTurn, toFirstWord)).toBeGreaterThan(Math.max(...betweenWords));
  });

  test('show the newest cue that is due at a given time, and the last cue at any later time', () => {
    const [first, second] = cues;
    const due = second?.at ?? 0;
    const shown = [0, due - 1, due, (cues.at(-1)?.at ?? 0) + 60_000].map((at) => shownAt(cues, at));
    expect(shown).toEqual([first, first, second, cues.at(-1)]);
  });
});
