import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** Unusual wordings, each with the usual one. */
const INSTEAD: readonly (readonly [RegExp, string])[] = [
  [/settled (?:it|that|meanwhile)\b/i, 'decided'],
  [
    /\b(?:link|session|sign-in|sign-up|invitation) (?:has|was)(?: used,)?(?: or)?(?: has)? ended/i,
    'has expired',
  ],
  [/second steps?\b/i, 'two-step verification'],
  [/\bways? in(?:to (?:an|the|your) account)?\b(?! which)/i, 'sign-in method'],
  [/signe?d? out there/i, 'Sign out that device'],
  [
    /\btak(?:e|es|en|ing) (?:(?:it|them|that|this|one|its|the|an?) ?(?:\w+ )?)?back\b/i,
    'undo, withdraw or remove',
  ],
];

/** Not `content/`: the words there are those of the site’s owner. A fork may have removed any feature. */
const READ =
  '{contract/*.ts,features/*/*.ts,{server/commands,server/settings,server/html,features/console/server}/*.ts,features/*/server/{audit-actions,console-view,export-person,person-action,tables}.ts}';

const isComment = (line: string) => /^\s*(?:\/\/|\/?\*)/.test(line);

test('no text for visitors, operators or developers uses a wording from the list of unusual wordings', () => {
  const files = globSync(READ, { cwd: ROOT }).filter((path) => !/\.(?:test|spec)\.ts$/.test(path));
  const found = files.flatMap((path) =>
    readFileSync(join(ROOT, path), 'utf8')
      .split('\n')
      .filter((line) => !isComment(line))
      // Skips object keys, because they are codes.
      .map((line) => line.replace(/^\s*'[^']*':/, ''))
      .flatMap((line) =>
        INSTEAD.flatMap(([words, better]) => {
          const [said] = words.exec(line) ?? [];
          return said === undefined ? [] : [`${path}: “${said}” in “${line.trim()}”: ${better}`];
        }),
      ),
  );
  expect(files).toContain('contract/errors.ts');
  expect(found).toEqual([]);
});
