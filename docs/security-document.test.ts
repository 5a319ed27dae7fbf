import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readTestIds, testIdsIn } from '#server/testing/test-ids.ts';

const ROOT = new URL('../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');
const TEXT = read('docs/security-requirements.md');
const TEST_IDS = readTestIds(fileURLToPath(ROOT));

/** The number of level 1 and 2 requirements in each section of ASVS 5.0.0. */
const SECTIONS: Readonly<Record<string, number>> = {
  ...{ 1.1: 2, 1.2: 9, 1.3: 11, 1.4: 3, 1.5: 2, 2.1: 3, 2.2: 3, 2.3: 4, 2.4: 1, 3.2: 2, 3.3: 4, 3.4: 6 },
  ...{ 3.5: 5, 3.7: 2, 4.1: 3, 4.2: 1, 4.3: 2, 4.4: 4, 5.1: 1, 5.2: 3, 5.3: 2, 5.4: 3, 6.1: 3, 6.2: 12 },
  ...{ 6.3: 4, 6.4: 4, 6.5: 5, 6.6: 3, 6.8: 4, 7.1: 3, 7.2: 4, 7.3: 2, 7.4: 5, 7.5: 2, 7.6: 2, 8.1: 2 },
  ...{ 8.2: 3, 8.3: 1, 8.4: 1, 9.1: 3, 9.2: 4, 10.1: 2, 10.2: 2, 10.3: 4, 10.4: 11, 10.5: 5, 10.6: 2 },
  ...{ 10.7: 3, 11.1: 2, 11.2: 3, 11.3: 3, 11.4: 4, 11.5: 1, 11.6: 1, 12.1: 3, 12.2: 2, 12.3: 4, 13.1: 1 },
  ...{ 13.2: 5, 13.3: 2, 13.4: 5, 14.1: 2, 14.2: 4, 14.3: 3, 15.1: 3, 15.2: 3, 15.3: 7, 16.1: 1, 16.2: 5 },
  ...{ 16.3: 4, 16.4: 3, 16.5: 3, 17.1: 1, 17.2: 4, 17.3: 2 },
};

/** The table rows of all chapters: the requirements of each row, and their state. */
const ROWS = TEXT.split('\n')
  .map((line) => line.split(' | '))
  .filter(([first]) => /^\| \d+\.\d+\.\d+/.test(first ?? ''))
  .map(([first = '', , state = '']) => ({
    requirements: first.slice(2).split(', '),
    state: state.replaceAll('**', ''),
  }));

it('docs/security-requirements.md lists every requirement of ASVS 5.0, levels 1 and 2, exactly once', () => {
  const all = Object.entries(SECTIONS).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, at) => `${section}.${at + 1}`),
  );
  expect(all).toHaveLength(253);
  expect(ROWS.flatMap(({ requirements }) => requirements).sort()).toEqual(all.sort());
});

it('each test id, such as P-017, is in exactly one test title and in a document', () => {
  expect(testIdsIn(TEXT).filter((id) => !TEST_IDS.has(id))).toEqual([]);
  const repeated = [...TEST_IDS].filter(([, files]) => files.length > 1);
  expect(repeated).toEqual([]);
  const named = new Set([...testIdsIn(TEXT), ...testIdsIn(read('content/proofs.json'))]);
  expect([...TEST_IDS.keys()].filter((id) => !named.has(id))).toEqual([]);
});
