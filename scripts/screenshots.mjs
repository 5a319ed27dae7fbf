import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { ensureChromium } from './bootstrap/browser.mjs';
import { runAttached } from './bootstrap/child.mjs';
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

/** `npm run screenshots`: makes the README's pictures, and those of each route, theme and size into build/screenshots. */
await command(async () => {
  const node = await prepare();
  const chromium = await ensureChromium(node);
  if ('missing' in chromium) throw new Explained(chromium.missing);
  rmSync(FOLDER, { recursive: true, force: true });
  const code = await runAttached(
    node,
    ['node_modules/@playwright/test/cli.js', 'test', '--config', 'playwright.screenshots.config.ts'],
    { env: { ...process.env, ...(chromium.path === undefined ? {} : { CHROMIUM_PATH: chromium.path }) } },
  );
  if (code !== 0) return code;
  mkdirSync('docs/screenshots', { recursive: true });
  for (const [picture, name] of Object.entries(README))
    copyFileSync(`${FOLDER}/${picture}.png`, `docs/screenshots/${name}.png`);
  say(`The pictures are in ${FOLDER}.`);
  return 0;
});
