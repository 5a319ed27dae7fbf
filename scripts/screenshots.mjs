import { cpSync, rmSync } from 'node:fs';
import { run, runAttached } from './bootstrap/child.mjs';
import { prepare } from './bootstrap/prepare.mjs';
import { command, Explained, say } from './bootstrap/say.mjs';

const FOLDER = 'build/screenshots';

/** The pictures that README.md shows. */
const README = {
  'home-dark-1440-first': 'home',
  'pricing-light-1440-first': 'pricing',
  'story-dark-1440-first': 'story',
  'blog-light-1440-first': 'blog',
  'product-dark-1440-first': 'product',
};

/** `npm run screenshots`: makes pictures of every page into build/screenshots; with `--readme` also README's, which git tracks. */
await command(async () => {
  const node = await prepare();
  const { output: reason } = await run(node, ['scripts/ensure-chromium.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (reason !== '') throw new Explained(reason);
  rmSync(FOLDER, { recursive: true, force: true });
  const config = 'playwright.screenshots.config.ts';
  const code = await runAttached(node, ['node_modules/@playwright/test/cli.js', 'test', '--config', config]);
  if (code !== 0) return code;
  if (process.argv.includes('--readme'))
    for (const [picture, name] of Object.entries(README))
      cpSync(`${FOLDER}/${picture}.png`, `docs/screenshots/${name}.png`);
  say(`The pictures are in ${FOLDER}.`);
  return 0;
});
