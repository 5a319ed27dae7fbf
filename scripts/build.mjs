import { prepare } from './bootstrap/prepare.mjs';
import { command, say } from './bootstrap/say.mjs';

await command(async () => {
  await prepare();
  say('The build is up to date: build/site, build/seo, build/mails, build/server.');
  return 0;
});
