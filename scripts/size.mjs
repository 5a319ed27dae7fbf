import { readFileSync } from 'node:fs';
import { run } from './bootstrap/child.mjs';
import { command, Explained, ROOT } from './bootstrap/say.mjs';

/**
 * `npm run size`: counts the tracked lines of code by area, with tests and their helpers as separate areas, and then the largest
 * features. Server code of a feature counts as server code, and so on.
 */
const CODE = /\.(ts|tsx|mjs|js)$/;
const TESTS = /\.(test|spec)\.|\/testing\/|^e2e\//;

/** @type {readonly (readonly [RegExp, string])[]} */
const ROOMS = [
  [/\.css$/, 'CSS'],
  [TESTS, 'tests and support'],
  [/^(features\/[^/]+\/)?server\//, 'server'],
  [/^(features\/[^/]+\/)?web\/|^pages\//, 'browser'],
  [/^(content|contract|features)\//, 'content and contract'],
  [/^(bench|scripts|generate)\//, 'bench, scripts and generate'],
];

await command(async () => {
  const { code, output } = await run('git', ['ls-files', '-z'], { stdio: ['ignore', 'pipe', 'ignore'] });
  if (code !== 0)
    throw new Explained('This folder is not in git, or git is not installed: git lists the files to count.');
  const files = output.split('\0').filter((file) => CODE.test(file) || file.endsWith('.css'));
  /** @type {Map<string, number>} */
  const rooms = new Map();
  /** @type {Map<string, number>} */
  const features = new Map();
  for (const file of files) {
    const lines = readFileSync(new URL(file, ROOT), 'utf8').split('\n').length - 1;
    const room = ROOMS.find(([pattern]) => pattern.test(file))?.[1] ?? 'other';
    rooms.set(room, (rooms.get(room) ?? 0) + lines);
    const feature = /^features\/([^/]+)\//.exec(file)?.[1];
    if (feature !== undefined && !TESTS.test(file))
      features.set(feature, (features.get(feature) ?? 0) + lines);
  }
  process.stdout.write(
    `${rows(rooms)}\nFiles of code: ${files.filter((file) => CODE.test(file)).length}\n\nThe largest features\n${rows(features, 10)}`,
  );
  return 0;
});

/**
 * @param {Map<string, number>} lines
 * @param {number} [most]
 */
function rows(lines, most = Number.POSITIVE_INFINITY) {
  return [...lines]
    .sort((one, other) => other[1] - one[1])
    .slice(0, most)
    .map(([name, count]) => `${String(count).padStart(7)}  ${name}\n`)
    .join('');
}
