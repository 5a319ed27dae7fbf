import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { command, ROOT } from './bootstrap/say.mjs';

/** `npm run size`: tracked lines of code for each room, tests and their support apart. Counts as the architecture does. */
const CODE = /\.(ts|tsx|mjs|js)$/;
const TESTS = /\.(test|spec)\.|\/testing\/|^e2e\//;

await command(async () => {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0');
  /** @type {Map<string, number>} */
  const rooms = new Map();
  for (const file of files) {
    const isCode = CODE.test(file);
    if (!isCode && !file.endsWith('.css')) continue;
    const room = !isCode ? 'CSS' : TESTS.test(file) ? 'tests and support' : (file.split('/', 1)[0] ?? '');
    const lines = readFileSync(new URL(file, ROOT), 'utf8').split('\n').length - 1;
    rooms.set(room, (rooms.get(room) ?? 0) + lines);
  }
  const largestFirst = [...rooms].sort((one, other) => other[1] - one[1]);
  process.stdout.write(
    largestFirst.map(([room, lines]) => `${String(lines).padStart(7)}  ${room}\n`).join(''),
  );
  return 0;
});
