/**
 * The checks that run no test, each a command of the project's Node.
 *
 * @type {readonly { name: string, args: readonly string[] }[]}
 */
export const QUALITY = [
  { name: 'types', args: ['node_modules/typescript/bin/tsc', '-b'] },
  // Notices are advice for the one who writes; only errors and warnings stop a change.
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

/** What pages load, held to the budgets in `.size-limit.ts`. Reads the built site, so it comes after the build. */
export const SIZES = { name: 'sizes', args: ['node_modules/size-limit/bin.js'] };
