import { envFileOption, runAttached } from './bootstrap/child.mjs';
import { prepare } from './bootstrap/prepare.mjs';
import { command } from './bootstrap/say.mjs';

await command(async () => {
  const node = await prepare();
  return runAttached(
    node,
    [
      ...envFileOption(),
      '--import=./scripts/bootstrap/end-with-parent.mjs',
      // These Node options must equal the options in `deploy/`; docs/decisions/0041 says how much memory each saves.
      '--max-semi-space-size=4',
      '--heap-growing-percent=15',
      '--concurrent-turbofan-max-threads=1',
      'build/server/main.mjs',
      ...process.argv.slice(2),
    ],
    {
      env: { MALLOC_ARENA_MAX: '1', ...process.env, NODE_ENV: process.env.NODE_ENV ?? 'production' },
      stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    },
  );
});
