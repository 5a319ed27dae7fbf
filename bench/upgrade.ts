import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BRAND } from '#content/brand.ts';
import { CHECKS, check } from './support/copy-project.ts';
import { undoneAtExit } from './support/leave-nothing.ts';

/**
 * Tests `npm run upgrade` on a fork. Forks an earlier commit in a temporary folder, changes its texts, removes features, and
 * upgrades to the newest commit. Prints the conflicts that remain, and resolves none of them. If there are none, reports whether
 * `npm run check`, the build and the unit tests pass.
 *
 *   npm run bench -- upgrade --from <commit> [--without a,b,c]
 */
const { values } = parseArgs({
  options: { from: { type: 'string' }, without: { type: 'string', default: '' } },
});
const { from, without } = values;
if (from === undefined) throw new Error('Please name the commit from which to fork: --from <commit>');
const ROOT = join(import.meta.dirname, '..');
const fork = mkdtempSync(join(tmpdir(), 'fork-'));
undoneAtExit(() => rmSync(fork, { recursive: true, force: true }));

run('git', 'clone', '--quiet', '--no-checkout', ROOT, '.');
run('git', 'config', 'user.name', 'fork');
run('git', 'config', 'user.email', 'fork@example.com');
run('git', 'checkout', '--quiet', '-B', 'main', from);
for (const file of globSync('content/**/*.{ts,md,json}', { cwd: fork }))
  writeFileSync(
    join(fork, file),
    readFileSync(join(fork, file), 'utf8')
      .replaceAll(BRAND.company, 'Lantern House')
      .replaceAll(BRAND.product, 'Lantern Chat'),
  );
run('git', 'commit', '--quiet', '--all', '--message', 'content: call it Lantern');
if (without !== '') {
  run('npm', 'run', 'remove', '--', ...without.split(','), '--yes');
  run('git', 'add', '--all');
  run('git', 'commit', '--quiet', '--message', `remove: take out ${without}`);
}
run('git', 'remote', 'add', 'upstream', ROOT);
// Runs a copy of the command, because an older fork does not contain it. The copy is in `.git`, where git tracks nothing.
const command = join(fork, '.git/upgrade.ts');
cpSync(join(ROOT, 'scripts/upgrade.ts'), command);
const head = run('git', '-C', ROOT, 'rev-parse', 'HEAD').trim();
const began = Date.now();
process.stdout.write(run('node', 'scripts/run.mjs', command, head));
process.stdout.write(`${Math.round((Date.now() - began) / 1_000)} s\n`);
if (run('git', 'diff', '--name-only', '--diff-filter=U') === '') {
  run('npm', 'ci', '--no-audit', '--no-fund');
  for (const name of ['check', 'build', 'unit tests'] as const) check(fork, name, CHECKS[name]);
}

function run(program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: fork, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr || stdout}`);
  return stdout;
}
