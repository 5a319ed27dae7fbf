import { expect, test } from 'vitest';
import { FEATURES } from '#server/features.ts';
import { EXIT_CODES, runOperator } from './operator-program.ts';

async function run(...args: readonly string[]) {
  let said = '';
  const add = (text: string) => {
    said += `${text}\n`;
  };
  const notStarted = () => {
    throw new Error('started');
  };
  const code = await runOperator(args, notStarted, { print: add, complain: add }, FEATURES);
  return { code, lines: said.trimEnd().split('\n') };
}

test('the operator program’s help fits on one screen, and is printed even if the settings are invalid', async () => {
  const { code, lines } = await run('--help');
  expect(code).toBe(EXIT_CODES.done);
  expect(lines.length).toBeLessThanOrEqual(24);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
});

test.each([
  [['frobnicate'], 'frobnicate'],
  [['audit', 'list', '--action', 'signed-through'], '--action'],
  [['audit', 'list', '--from', '2026-02-30'], 'It must be a day like 2026-11-21.'],
  [['audit', 'list', '--limit', '0'], 'It must be a whole number from 1 to 1000.'],
  [['person', 'reopen', 'asha'], 'It must be an email address.'],
  [['person', 'close', 'asha@example.com'], '--reason'],
  [['staff', 'add', 'asha@example.com', '--role', 'king'], 'Allowed choices are owner'],
])('the operator program refuses the command line %j and says what is wrong', async (args, words) => {
  const { code, lines } = await run(...args);
  expect(code).toBe(EXIT_CODES.usage);
  expect(lines.join('\n')).toContain(words);
  expect(lines.join('\n')).toContain('--help');
});
