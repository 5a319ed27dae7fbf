import { run } from './bootstrap/child.mjs';
import { prepare } from './bootstrap/prepare.mjs';
import { command, say } from './bootstrap/say.mjs';

/** Checks other than tests, each as arguments for the project's Node. The linter's notices are advice only. */
const CHECKS = {
  types: ['node_modules/typescript/bin/tsc', '-b'],
  lint: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '--diagnostic-level=warn'],
  packages: ['scripts/check-dependencies.ts'],
  'unused code': ['node_modules/knip/bin/knip.js', '--no-progress'],
};

await command(async () => {
  const node = await prepare({ builds: 'none' });
  const results = await Promise.all(
    Object.entries(CHECKS).map(async ([name, args]) => {
      const { code, output } = await run(node, args);
      say(code === 0 ? `ok      ${name}` : `failed  ${name}\n${output.trim()}\n`);
      return code === 0;
    }),
  );
  return results.every(Boolean) ? 0 : 1;
});
