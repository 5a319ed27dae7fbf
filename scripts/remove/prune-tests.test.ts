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
  const [tests, rest] = [new Map(Object.entries(files)), new Map(Object.entries(others))];
  const pruned = pruneTests(tests, GONE, (file) => file.includes('/testing/'), rest);
  // Imports are not compared, because the linter removes the unused ones later.
  const code = (text: string) => text.replaceAll(/^import .*\n/gm, '').trim();
  return Object.fromEntries([...pruned].map(([file, text]) => [file, text && code(text)]));
}

const IMPORTS = `import { expect, test } from 'vitest';
import { TEA } from '#features/tea/contract.ts';
`;
const testOf = (name: string, line: string) => `
test('${name}', () => {
  ${line};
});
`;
const indented = (code: string) => code.replaceAll(/^(?=.)/gm, '  ');

test('removing a feature deletes only the test cases that use it, and the code that only those cases used', () => {
  const [sugar, milk] = ['const SUGAR = 2;\n', "const MILK = 'milk';\n"];
  const kept = testOf('milk', "expect(MILK).toBe('milk')");
  const text = `${IMPORTS}\n${sugar}${milk}${testOf('tea', 'expect(TEA).toBe(SUGAR)')}${kept}`;
  expect(prune({ 'server/drinks.test.ts': text })).toEqual({
    'server/drinks.test.ts': `${milk}${kept}`.trim(),
  });
});

test.each(['describe', 'describeOnSqlite'])(
  'removing a feature deletes from a test table or a block of %s only the cases that use the feature',
  (describe) => {
    const table = "test.each([\n  ['tea', TEA],\n  ['milk', 'milk'],\n])('%s', (_, drink) => drink);\n";
    const cases = `${testOf('of tea', "insertInto('tea_cups')")}${testOf('of milk', 'drink()')}`;
    const text = `${IMPORTS}\n${table}\n${describe}('cups', () => {${indented(cases)}});\n`;
    const [left = ''] = Object.values(prune({ 'server/drinks.test.ts': text }));
    expect(left).toContain("['milk', 'milk']");
    expect(left).toContain('of milk');
    expect(left).not.toMatch(/tea/i);
  },
);

test('removing a feature deletes the tests that use a deleted helper, and the test files that have no test left', () => {
  const global = 'declare global {\n  var cup: string;\n}\n';
  const drinkMilk = `${global}\nexport const drinkMilk = () => cup;\n`;
  const helpers = `import { TEA } from '#features/tea/contract.ts';

export const drinkTea = () => TEA;

${drinkMilk}
export const drinkWater = () => 'water';
`;
  const from = (names: string) => `import { ${names} } from './testing/drinks.ts';\n`;
  const only = from('drinkTea, drinkWater') + testOf('tea', 'take(...drinkTea(), drinkWater())');
  const other = from('drinkMilk, drinkTea') + testOf('milk', 'drinkMilk()') + testOf('tea', 'drinkTea()');
  const files = {
    'server/testing/drinks.ts': helpers,
    'server/tea.test.ts': only,
    'server/all.test.ts': other,
    'server/testing/kettle.ts': `${global}\nexport const kettle = 1;\n`,
  };
  expect(prune(files)).toEqual({
    'server/testing/drinks.ts': drinkMilk.trim(),
    'server/tea.test.ts': undefined,
    'server/all.test.ts': testOf('milk', 'drinkMilk()').trim(),
    // This file is removed, because only a test of the removed feature used it.
    'server/testing/kettle.ts': undefined,
  });
  const kept = prune(files, {
    'e2e/a.ts': "import { drinkWater } from '#server/testing/drinks.ts';\ndrinkWater();\n",
  });
  expect(kept['server/testing/drinks.ts']).toContain('drinkWater');
});

test('removing a feature keeps the fixtures of other features, although nothing imports these fixtures', () => {
  const fixture = 'features/milk/server/testing/fixture.ts';
  expect(prune({ [fixture]: "export const FIXTURE = { name: 'milk' };\n" })).toEqual({});
});

test('removing a feature deletes its browser tests, and a browser test file in which only hooks are left', () => {
  const hooks = `${IMPORTS}
test.describe.configure({ mode: 'default' });
let pot: Pot;
test.beforeAll(async () => {
  pot = await startPot();
});
`;
  const ofTea = testOf('of tea', 'pour(TEA)');
  const pot = (cases: string) =>
    `${hooks}\ntest.describe('a pot', () => {\n  test.use({ locale: 'en-IN' });\n${indented(cases)}});\n`;
  const file = 'e2e/journeys/pots.spec.ts';
  expect(prune({ [file]: pot(ofTea + testOf('of milk', 'pour()')) })[file]).not.toContain('of tea');
  expect(prune({ [file]: pot(ofTea) })).toEqual({ [file]: undefined });
});

test('removing a feature leaves test files unchanged that use nothing of it', () => {
  expect(prune({ 'server/milk.test.ts': testOf('milk', 'const unused = 1') })).toEqual({});
});
