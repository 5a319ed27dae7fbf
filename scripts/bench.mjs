import { existsSync, readdirSync } from 'node:fs';
import { runAttached } from './bootstrap/child.mjs';
import { prepare } from './bootstrap/prepare.mjs';
import { command, Explained, ROOT } from './bootstrap/say.mjs';

/** `npm run bench -- [name] [options]`: runs the benchmark `bench/<name>.ts`. Without a name, prints the table of speed. */
await command(async () => {
  const [name = 'speed', ...options] = process.argv.slice(2);
  if (!existsSync(new URL(`bench/${name}.ts`, ROOT))) {
    const all = readdirSync(new URL('bench/', ROOT))
      .filter((file) => file.endsWith('.ts'))
      .map((file) => file.slice(0, -'.ts'.length));
    throw new Explained(`There is no benchmark "${name}". There is: ${all.join(', ')}.`);
  }
  const node = await prepare();
  return runAttached(node, [`bench/${name}.ts`, ...options]);
});
