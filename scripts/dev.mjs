import { runAttached } from './bootstrap/child.mjs';
import { prepare } from './bootstrap/prepare.mjs';
import { command } from './bootstrap/say.mjs';

await command(async () => runAttached(await prepare({ builds: 'dev' }), ['scripts/dev.ts']));
