/**
 * Checks other than tests, each as arguments for the project's Node.
 *
 * @type {readonly { name: string, args: readonly string[] }[]}
 */
export const QUALITY = [
  { name: 'types', args: ['node_modules/typescript/bin/tsc', '-b'] },
  // The linter's notices are advice only; errors and warnings fail the check.
  {
    name: 'lint',
    args: [
      'node_modules/@biomejs/biome/bin/biome',
      'check',
      '--error-on-warnings',
      '--diagnostic-level=warn',
    ],
  },
  { name: 'packages', args: ['scripts/check-dependencies.ts'] },
  { name: 'unused code', args: ['node_modules/knip/bin/knip.js', '--no-progress'] },
];

/** Compares the size of what pages load with the budgets in `.size-limit.ts`. Runs after the build: it reads the built site. */
export const SIZES = { name: 'sizes', args: ['node_modules/size-limit/bin.js'] };
