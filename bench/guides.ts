import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CHECKS, check, copyProject } from './support/copy-project.ts';
import { editsOf, FOLLOWED } from './support/follow-guide.ts';

/**
 * Tests that a fork passes its checks after following a guide. Follows each guide word for word in a new copy of the project, and
 * runs `npm run check`, the build, and the unit and integration tests there.
 *
 *   npm run bench -- guides [--together] [name …]
 *
 * `--together`: follows all guides in one copy, like a fork that has grown.
 */
const { values: options, positionals } = parseArgs({
  options: { together: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const names = positionals.length > 0 ? positionals : Object.keys(FOLLOWED);
const unknown = names.filter((name) => !(name in FOLLOWED));
if (unknown.length > 0)
  throw new Error(
    `This benchmark cannot follow ${unknown.join(', ')}. It can follow ${Object.keys(FOLLOWED).join(', ')}.`,
  );

for (const together of options.together ? [names] : names.map((name) => [name])) {
  const folder = copyProject();
  const edits = editsOf(folder);
  for (const name of together) FOLLOWED[name]?.(edits);
  const run = (name: keyof typeof CHECKS) => check(folder, `${together.join(', ')}: ${name}`, CHECKS[name]);
  run('check');
  // Without a build, most tests would fail only because the build is missing.
  if (run('build')) {
    run('unit tests');
    run('integration tests');
  }
  rmSync(folder, { recursive: true, force: true });
}
