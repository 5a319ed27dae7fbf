import { runAttached } from './bootstrap/child.mjs';
import { prepare } from './bootstrap/prepare.mjs';
import { command } from './bootstrap/say.mjs';

await command(async () => {
  const node = await prepare({ builds: 'none' });
  return runAttached(node, ['scripts/test.ts', ...process.argv.slice(2)]);
});
