import { envFileOption, runAttached } from './bootstrap/child.mjs';
import { prepare } from './bootstrap/prepare.mjs';
import { command } from './bootstrap/say.mjs';

/** `npm run export -- --to FOLDER`: the built site with its settings, for a web server in front. */
await command(async () => {
  const node = await prepare({ besideSite: true });
  return runAttached(node, [
    ...envFileOption(),
    'server/commands/operator.ts',
    'export',
    ...process.argv.slice(2),
  ]);
});
