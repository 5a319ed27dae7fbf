import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** Matches texts meant for people: a sentence, a label of several words, or a word followed by punctuation. */
const WORDS = /^\p{Lu}\p{Ll}+(?:(?: \p{L}[\p{L}’']*)+[.…!?:]*|\.\.\.|[…!?:])$|\p{Ll}[.…!?]$/u;
/** Exceptions: texts of libraries and browsers, and the name of a font. */
const NOT_OURS = [
  'Error creating payment method',
  'Stripe SCA error',
  'Hindi letters',
  'ResizeObserver loop',
];

/** Texts in a source file that a visitor could read or hear, each with its line number. */
function wordsIn(path: string): readonly string[] {
  const source = readFileSync(join(ROOT, path), 'utf8');
  const found: string[] = [];
  const add = (start: number, text: string) =>
    found.push(`${path}:${source.slice(0, start).split('\n').length}: ${text.trim()}`);
  const thrown: [number, number][] = [];
  const isThrown = (at: number) => thrown.some(([start, end]) => start <= at && at < end);
  const lookAt = (start: number, text: string) => {
    if (WORDS.test(text) && !NOT_OURS.includes(text) && !isThrown(start)) add(start, text);
  };
  new Visitor({
    NewExpression: ({ callee, start, end }) => {
      if (callee.type === 'Identifier' && callee.name.endsWith('Error')) thrown.push([start, end]);
    },
    JSXText: ({ start, value }) => {
      if (/\p{L}/u.test(value)) add(start, value);
    },
    JSXAttribute: ({ name, value }) => {
      if (value?.type !== 'Literal' || typeof value.value !== 'string') return;
      if (name.name !== 'd' && /^\p{Lu}\p{Ll}/u.test(value.value)) add(value.start, value.value);
    },
    Literal: ({ start, value }) => {
      if (typeof value === 'string') lookAt(start, value);
    },
    TemplateElement: ({ start, value }) => lookAt(start, value.raw.trim()),
  }).visit(parseSync(path, source).program);
  return found;
}

test('pages, components and browser scripts contain no texts for visitors, because all texts are in content/', () => {
  const paths = globSync('{web,pages,features/*/web}/**/*.{ts,tsx}', { cwd: ROOT });
  const own = paths.filter((path) => !/\.test\.tsx?$|\/testing\//.test(path));
  expect(own.length).toBeGreaterThan(200);
  expect(own.flatMap(wordsIn)).toEqual([]);
});
