import { readFileSync } from 'node:fs';
import { problemsOfPackages } from './bootstrap/judge-packages.mjs';
import { command, ROOT, say } from './bootstrap/say.mjs';

/** Are the packages what they should be? Offline, from the lock file; part of `npm run check`. */
await command(async () => {
  const problems = problemsOfPackages(readJson('package.json'), readJson('package-lock.json'));
  for (const problem of problems) say(problem);
  return problems.length === 0 ? 0 : 1;
});

/** @param {string} name */
function readJson(name) {
  return JSON.parse(readFileSync(new URL(name, ROOT), 'utf8'));
}
