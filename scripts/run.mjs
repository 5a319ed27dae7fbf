import { envFileOption, runAttached } from './bootstrap/child.mjs';
import { prepare } from './bootstrap/prepare.mjs';
import { command } from './bootstrap/say.mjs';

/**
 * `node scripts/run.mjs [--build] <file.ts> [arguments]`: runs a TypeScript file of the project. `--build` makes the builds first.
 * Both are safe while the site is running.
 */
await command(async () => {
  const args = process.argv.slice(2);
  const needsBuild = args[0] === '--build';
  const node = await prepare({ builds: needsBuild ? 'all' : 'none', besideSite: true });
  return runAttached(node, [...envFileOption(), ...args.slice(needsBuild ? 1 : 0)]);
});
