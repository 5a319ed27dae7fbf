import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { copyProject } from './support/copy-project.ts';
import { editsOf, FOLLOWED } from './support/follow-guide.ts';
import { undoneAtExit } from './support/leave-nothing.ts';

/**
 * Is a fork green that has done what a guide says? Follows each guide word for word in a copy of the project of its own, and
 * runs types, lint, unused code, the build, and the unit and integration tests there.
 *
 *   npm run bench -- guides [--together] [name …]
 *
 * `--together`: all in one copy, as a fork that has grown.
 */
const { values: options, positionals } = parseArgs({
  options: { together: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const names = positionals.length > 0 ? positionals : Object.keys(FOLLOWED);
const unknown = names.filter((name) => !(name in FOLLOWED));
if (unknown.length > 0)
  throw new Error(
    `No program follows ${unknown.join(', ')}. It follows ${Object.keys(FOLLOWED).join(', ')}.`,
  );

for (const together of options.together ? [names] : names.map((name) => [name])) {
  const folder = copyProject();
  undoneAtExit(() => rmSync(folder, { recursive: true, force: true }));
  const edits = editsOf(folder);
  for (const name of together) FOLLOWED[name]?.(edits);
  const title = together.join(', ');
  const checks: readonly (readonly [string, readonly string[]])[] = [
    ['types', ['node_modules/typescript/bin/tsc', '-b']],
    ['lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '--vcs-enabled=false', ...edits.touched]],
    ['unused code', ['node_modules/knip/bin/knip.js']],
    ['build', ['scripts/build.mjs']],
    [
      'tests',
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--project',
        'unit',
        '--project',
        'integration',
        '--reporter=dot',
      ],
    ],
  ];
  for (const [name, args] of checks) {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
      maxBuffer: 100 * 1024 * 1024,
    });
    if (status !== 0) process.exitCode = 1;
    process.stdout.write(`${status === 0 ? 'ok    ' : 'FAILED'} ${title}: ${name}\n`);
    const said = `${stdout}${stderr}`;
    const failed = said.split('\n').filter((line) => line.includes(' FAIL '));
    if (status !== 0) process.stdout.write(`${failed.length > 0 ? failed.join('\n') : said.slice(-6_000)}\n`);
    // Without its build, most tests would only say that.
    if (status !== 0 && name === 'build') break;
  }
  rmSync(folder, { recursive: true, force: true });
}
