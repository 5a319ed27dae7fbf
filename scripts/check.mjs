import { run } from './bootstrap/child.mjs';
import { prepare } from './bootstrap/prepare.mjs';
import { QUALITY } from './bootstrap/quality.mjs';
import { command, say } from './bootstrap/say.mjs';

await command(async () => {
  const node = await prepare({ builds: 'none' });
  let failures = 0;
  for (const { name, args } of QUALITY) {
    const { code, output } = await run(node, args);
    say(code === 0 ? `ok      ${name}` : `failed  ${name}\n${output.trim()}\n`);
    if (code !== 0) failures += 1;
  }
  return failures === 0 ? 0 : 1;
});
