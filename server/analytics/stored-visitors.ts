import { countVisitors, mergeSketch, parseSketch, type Sketch, writeSketch } from './sketch.ts';

/** The content of `visitor_sketches.sketch`: the sketch of an open day, or `=` and the count of a closed one. */
export type StoredVisitors =
  | { readonly kind: 'none' }
  | { readonly kind: 'open'; readonly sketch: Sketch }
  | { readonly kind: 'closed'; readonly count: number };

const CLOSED = /^=(\d+)$/;

/** Throws when the text is neither. */
export function readVisitors(text: string | undefined): StoredVisitors {
  if (text === undefined) return { kind: 'none' };
  const closed = CLOSED.exec(text)?.[1];
  if (closed !== undefined) return { kind: 'closed', count: Number(closed) };
  return { kind: 'open', sketch: parseSketch(text) };
}

/** The text for what is stored and what comes on top. A closed day has no sketch to merge with: the larger count stays. */
export function writeVisitors(stored: StoredVisitors, added: Sketch): string {
  if (stored.kind === 'closed') return closedText(Math.max(stored.count, countVisitors(added)));
  if (stored.kind === 'none') return writeSketch(added);
  mergeSketch(stored.sketch, added);
  return writeSketch(stored.sketch);
}

export function closedText(count: number): string {
  return `=${count}`;
}

export function visitorsIn(text: string): number {
  const stored = readVisitors(text);
  if (stored.kind === 'closed') return stored.count;
  return stored.kind === 'open' ? countVisitors(stored.sketch) : 0;
}
