import { readFileSync } from 'node:fs';
import { run } from './bootstrap/child.mjs';
import { command, Explained, ROOT } from './bootstrap/say.mjs';

/** `npm run size`: counts the tracked lines of code by area. Server code of a feature counts as server code, and so on. */
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
  for (const file of files) {
    const lines = readFileSync(new URL(file, ROOT), 'utf8').split('\n').length - 1;
    const room = ROOMS.find(([pattern]) => pattern.test(file))?.[1] ?? 'other';
    rooms.set(room, (rooms.get(room) ?? 0) + lines);
  }
  const rows = [...rooms]
    .sort(([, one], [, other]) => other - one)
    .map(([room, lines]) => `${String(lines).padStart(7)}  ${room}\n`);
  process.stdout.write(
    `${rows.join('')}\nFiles of code: ${files.filter((file) => CODE.test(file)).length}\n`,
  );
  return 0;
});
