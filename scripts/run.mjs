import { envFileOption, runAttached } from './bootstrap/child.mjs';
import { prepare } from './bootstrap/prepare.mjs';
import { command } from './bootstrap/say.mjs';

/** `node scripts/run.mjs <file.ts> [arguments]`: runs a TypeScript file of the project. It may run beside the running site. */
await command(async () => {
  const node = await prepare({ builds: 'none', besideSite: true });
  return runAttached(node, [...envFileOption(), ...process.argv.slice(2)]);
});
