import { existsSync, readdirSync } from 'node:fs';
import { runAttached } from './bootstrap/child.mjs';
import { prepare } from './bootstrap/prepare.mjs';
import { command, Explained, ROOT, say } from './bootstrap/say.mjs';

/** `npm run bench -- [name] [options]`: measures one thing (`bench/<name>.ts`), or each in turn when none is named. */
await command(async () => {
  const [name, ...options] = process.argv.slice(2);
  const all = readdirSync(new URL('bench/', ROOT))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -'.ts'.length));
  if (name !== undefined && !existsSync(new URL(`bench/${name}.ts`, ROOT))) {
    throw new Explained(`There is no benchmark "${name}". There is: ${all.join(', ')}.`);
  }
  const node = await prepare();
  let worst = 0;
  for (const chosen of name === undefined ? all : [name]) {
    say(`\n${chosen} …\n`);
    worst = Math.max(worst, await runAttached(node, [`bench/${chosen}.ts`, ...options]));
  }
  return worst;
});
