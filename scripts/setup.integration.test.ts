import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findNode } from './bootstrap/install.mjs';
import { OPTIONAL_FEATURES } from './remove/plan.ts';

const ROOT = join(import.meta.dirname, '..');
const NEEDED = [
  ...['.gitignore', 'package.json', 'biome.json'],
  ...['content', 'contract', 'features', 'server', 'scripts', 'generate', 'web'],
];

const copy = mkdtempSync(join(tmpdir(), 'setup-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));
for (const name of NEEDED) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));

const read = (file: string) => readFileSync(join(copy, file), 'utf8');

/** Runs a script in a folder outside git, and without a terminal. */
function run(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(findNode(), args, {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir(), NO_COLOR: '1' },
  });
  return { status, said: `${stdout}${stderr}` };
}

const setup = (...flags: readonly string[]) => run('scripts/setup.ts', '--no-build', ...flags);

test('without a terminal, npm run setup refuses to run without the flag --yes', () => {
  const { status, said } = setup('--name', 'Lantern');
  expect([status, said]).toEqual([1, expect.stringContaining('no terminal')]);
});

test.each([[['scripts/remove.ts', 'a-feature']], [['scripts/size.mjs']]])(
  'outside git, %s fails with a sentence and no stack trace',
  (args) => {
    const { status, said } = run(...args);
    expect([status, said]).toEqual([1, expect.stringMatching(/^\nThis folder is not in git[^\n]*\n$/)]);
  },
);

test.each([
  [['--colour', 'blue'], 'like #2563eb'],
  [['--contact', 'nobody'], 'like hello@your-site.com'],
  [['--origin', 'https://lantern.test/a'], 'scheme, host and port only'],
  [['--origin', 'https://lantern.test'], 'SMTP_URL is required'],
  [['--founded', 'last year'], 'like 2026'],
  [['--mark', 'none.svg'], 'There is no such file'],
  [['--mark', 'content'], 'There is no such file'],
  [['--company', '   '], 'these are 0'],
  [['--without', 'nothing'], 'there is no nothing'],
])('npm run setup refuses the flags %s with an error message, and writes nothing', (flags, sentence) => {
  const before = read('content/brand.ts');
  const { status, said } = setup('--yes', '--name', 'Lantern', ...flags);
  expect([status, said]).toEqual([1, expect.stringContaining(sentence)]);
  expect(read('content/brand.ts')).toBe(before);
});

test('npm run setup writes the values of its flags, and changes nothing when it is run again', () => {
  const names = ['--name', ' Lantern ', '--company', 'Lantern', '--city', 'L’Aquila', '--founded', '2019'];
  const others = ['--policy-date', 'May 2026', '--colour', '#2563eb', '--clear-samples'];
  const settings = ['--origin', 'https://lantern.test', '--mail-server', 'smtps://a:b@mail.lantern.test:465'];
  writeFileSync(join(copy, '.env'), '', { mode: 0o644 });
  const { status, said } = setup('--yes', ...names, ...others, ...settings);
  expect(said).toContain('not in git');
  expect(status, said).toBe(0);
  const brand = [
    "product: 'Lantern',",
    "locality: 'L’Aquila',",
    'foundedYear: 2019,',
    "policyDate: 'May 2026',",
  ];
  for (const text of brand) expect(read('content/brand.ts')).toContain(text);
  expect(read('content/colours.ts')).toContain("BRAND_COLOUR = '#2563eb'");
  expect(read('content/team.ts')).not.toContain('sample: true,');
  expect(read('.env')).toBe('SITE_ORIGIN=https://lantern.test\nSMTP_URL=smtps://a:b@mail.lantern.test:465\n');
  expect(statSync(join(copy, '.env')).mode & 0o077).toBe(0);
  expect(setup('--yes', ...names, ...others).said).toContain('as you want it already');
});

test('npm run setup writes a product name that contains dollar signs without changing it', () => {
  const sentence = 'is made for a test of setup, and this sentence has its name.';
  setup('--yes', '--name', 'Lantern', '--description', `Lantern ${sentence}`);
  const { status, said } = setup('--yes', '--name', 'Pay$$ $& Go');
  expect(status, said).toBe(0);
  expect(read('content/brand.ts')).toContain(`Pay$$ $& Go ${sentence}`);
});

test('npm run setup writes the city and the region of the company only into content/brand.ts', () => {
  const others = ['terms.ts', 'vision.ts', 'documents/license.md', 'proofs.json'];
  const readOthers = () => others.map((file) => read(`content/${file}`));
  const before = readOthers();
  setup('--yes', '--city', 'Delhi', '--region', 'Delhi');
  const { status, said } = setup('--yes', '--region', 'NCT');
  expect(status, said).toBe(0);
  expect(read('content/brand.ts')).toMatch(/locality: 'Delhi',\s+region: 'NCT'/);
  expect(readOthers()).toEqual(before);
});

test.runIf(OPTIONAL_FEATURES.length > 0)(
  'if npm run remove fails half-way, the error message says how to undo the removal',
  () => {
    const git = (...args: readonly string[]) => {
      const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
      const { status, stderr } = spawnSync('git', [...author, ...args], { cwd: copy, encoding: 'utf8' });
      expect(status, stderr).toBe(0);
    };
    git('init', '--quiet');
    git('add', '--all');
    git('commit', '--quiet', '--message', 'all');
    // This copy has no tsconfig.json, which the command changes after it has deleted files.
    const { status, said } = run('scripts/remove.ts', OPTIONAL_FEATURES.at(-1)?.name ?? '', '--yes');
    expect([status, said]).toEqual([
      1,
      expect.stringMatching(/tsconfig\.json.*\n.*`git reset --hard && git clean/),
    ]);
  },
);
