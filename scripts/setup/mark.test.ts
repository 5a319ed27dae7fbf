import { expect, test } from 'vitest';
import { readMark } from './mark.ts';

const PATH = '<path d="M0 0h24v24H0z"/>';
const svg = (inside: string, root = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"') =>
  `<svg ${root}>${inside}</svg>`;

test('an SVG logo is read with its viewBox and the style of its root element', () => {
  const file = `<?xml version="1.0"?>\n<!-- made by hand -->\n${svg(`\n  <title>A</title>\n  ${PATH}\n`)}`;
  expect(readMark(file)).toEqual({ kind: 'ok', mark: { viewBox: '0 0 24 24', shapes: PATH } });
  const outlined = svg(
    PATH,
    'xmlns="http://www.w3.org/2000/svg" width="9" fill="none" stroke-width="2" viewBox="0 0 9 9"',
  );
  expect(readMark(outlined)).toMatchObject({
    mark: { shapes: `<g fill="none" stroke-width="2">${PATH}</g>` },
  });
});

test.each([
  ['a picture that is not SVG', '%PNG', 'one SVG drawing'],
  ['a missing viewBox', svg(PATH, 'xmlns="http://www.w3.org/2000/svg"'), 'viewBox="0 0 32 32"'],
  ['a script', svg('<script>alert(1)</script>'), 'without <script>'],
  ['text that is not turned into paths', svg('<text>A</text>'), 'turned into paths'],
  ['an event handler', svg('<path onload="alert(1)" d="M0 0"/>'), 'scripts and style'],
  ['a reference to another file', svg('<use href="https://cdn.test/a.svg#b"/>'), 'stand alone'],
  ['more than 6000 bytes', svg(PATH.repeat(300)), 'smaller than 6000 bytes'],
  ['broken markup', svg('<g><path d="M0 0"/>'), 'cannot be read'],
])('a logo file with %s is refused, and the error says what to change', (_, file, sentence) => {
  expect(readMark(file)).toEqual({ kind: 'refused', sentence: expect.stringContaining(sentence) });
});
