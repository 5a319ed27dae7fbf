import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { exitCodeOf, passSignalsTo } from './bootstrap/child.mjs';
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
    worst = Math.max(worst, await measure(node, [`bench/${chosen}.ts`, ...options]));
  }
  return worst;
});

/**
 * @param {string} node
 * @param {readonly string[]} args
 * @returns {Promise<number>} the exit code
 */
function measure(node, args) {
  const child = spawn(node, args, { cwd: ROOT, stdio: 'inherit' });
  const letGo = passSignalsTo(child);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      letGo();
      resolve(exitCodeOf(code, signal));
    });
  });
}
