import { envFileOption, runAttached } from './bootstrap/child.mjs';
import { prepare } from './bootstrap/prepare.mjs';
import { command } from './bootstrap/say.mjs';

/** `npm run export -- --to FOLDER`: writes the built site with its settings to a folder, for a web server in front of ours. */
await command(async () => {
  const node = await prepare({ besideSite: true });
  return runAttached(node, [
    ...envFileOption(),
    'server/commands/operator.ts',
    'export',
    ...process.argv.slice(2),
  ]);
});
