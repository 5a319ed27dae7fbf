import { expect, test } from 'vitest';
import { pruneTests } from './prune-tests.ts';

const GONE = {
  files: new Map([
    ['features/tea/contract.ts', ''],
    ['features/tea/tea.test.ts', "import { kettle } from '#server/testing/kettle.ts';"],
  ]),
  named: /'tea_cups'|\bTEA_URL\b/,
};

function prune(files: Readonly<Record<string, string>>, others: Readonly<Record<string, string>> = {}) {
  const pruned = pruneTests(
    new Map(Object.entries(files)),
    GONE,
    (file) => file.includes('/testing/'),
    new Map(Object.entries(others)),
  );
  return Object.fromEntries(pruned);
}

const IMPORTS = `import { expect, test } from 'vitest';
import { TEA } from '#features/tea/contract.ts';
`;

test('removing a feature deletes only the test cases that use it, and the code that only those cases used', () => {
  const text = `${IMPORTS}
const SUGAR = 2;
const MILK = 'milk';

test('tea', () => {
  expect(TEA).toBe(SUGAR);
});

test('milk', () => {
  expect(MILK).toBe('milk');
});
`;
  expect(prune({ 'server/drinks.test.ts': text })).toEqual({
    'server/drinks.test.ts': `import { expect, test } from 'vitest';
const MILK = 'milk';

test('milk', () => {
  expect(MILK).toBe('milk');
});
`,
  });
});

test('removing a feature deletes from a test table or a describe block only the cases that use the feature', () => {
  const text = `${IMPORTS}
test.each([
  ['tea', TEA],
  ['milk', 'milk'],
])('%s', (_, drink) => {
  expect(drink).toBeTruthy();
});

describe('cups', () => {
  test('of tea', () => {
    insertInto('tea_cups');
  });

  test('of milk', () => {});
});
`;
  const [left = ''] = Object.values(prune({ 'server/drinks.test.ts': text }));
  expect(left).toContain("['milk', 'milk']");
  expect(left).toContain('of milk');
  expect(left).not.toMatch(/tea/i);
});

test('removing a feature deletes tests that use a deleted helper, even by a spread, and files without a test left', () => {
  const helpers = `import { TEA } from '#features/tea/contract.ts';

export const drinkTea = () => TEA;

export const drinkMilk = () => 'milk';

export const drinkWater = () => 'water';
`;
  const only = `import { drinkTea, drinkWater } from './testing/drinks.ts';

test('tea', () => {
  take(...drinkTea(), drinkWater());
});
`;
  const other = `import { drinkMilk, drinkTea } from './testing/drinks.ts';

test('milk', () => {
  drinkMilk();
});

test('tea', () => {
  drinkTea();
});
`;
  const files = {
    'server/testing/drinks.ts': helpers,
    'server/tea.test.ts': only,
    'server/all.test.ts': other,
  };
  const left = prune(files);
  expect(left['server/tea.test.ts']).toBeUndefined();
  expect(left['server/all.test.ts']).not.toContain('drinkTea');
  expect(left['server/testing/drinks.ts']).toBe("export const drinkMilk = () => 'milk';\n");
  const kept = prune(files, { 'e2e/a.ts': "import { drinkWater } from '#server/testing/drinks.ts';\n" });
  expect(kept['server/testing/drinks.ts']).toContain('drinkWater');
});

test('a browser test file loses the cases that use the removed feature, and is deleted when only hooks are left', () => {
  const text = `${IMPORTS}
test.describe.configure({ mode: 'default' });
let pot: Pot;
test.beforeAll(async () => {
  pot = await startPot();
});

test.describe('a pot', () => {
  test.use({ locale: 'en-IN' });

  test('of tea', async () => {
    await pour(TEA);
  });

  test('of milk', async () => {});
});
`;
  expect(prune({ 'e2e/journeys/pots.spec.ts': text })['e2e/journeys/pots.spec.ts']).not.toContain('of tea');
  const only = text.replace("  test('of milk', async () => {});\n", '');
  expect(prune({ 'e2e/journeys/pots.spec.ts': only })).toEqual({ 'e2e/journeys/pots.spec.ts': undefined });
});

test('test files that use nothing of the removed feature stay unchanged', () => {
  const text = `test('milk', () => {
  const unused = 1;
});
`;
  expect(prune({ 'server/milk.test.ts': text })).toEqual({});
});

test('a test helper is deleted if only the tests of the removed feature used it', () => {
  const helper = 'export const kettle = 1;\n';
  expect(prune({ 'server/testing/kettle.ts': helper })).toEqual({ 'server/testing/kettle.ts': undefined });
});

test('an import is deleted if its name is left only in a regular expression', () => {
  const text = `import { request } from 'a-library';
${IMPORTS}
const CALLS = /^request to https:\\/\\/milk/;

test('milk', () => {
  expect('').not.toMatch(CALLS);
});

test('tea', () => {
  request(TEA);
});
`;
  expect(prune({ 'server/milk.test.ts': text })['server/milk.test.ts']).not.toContain('a-library');
});
