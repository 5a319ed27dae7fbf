import { spawn } from 'node:child_process';
import { envFileOption, exitCodeOf, passSignalsTo } from './bootstrap/child.mjs';
import { prepare } from './bootstrap/prepare.mjs';
import { command, ROOT } from './bootstrap/say.mjs';

/** `node scripts/run.mjs <file.ts> [arguments]`: runs one of our TypeScript files in the project's own Node. */
await command(async () => {
  const node = await prepare({ builds: 'none' });
  const child = spawn(node, [...envFileOption(), ...process.argv.slice(2)], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  const letGo = passSignalsTo(child);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      letGo();
      resolve(exitCodeOf(code, signal));
    });
  });
});
