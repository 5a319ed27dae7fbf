import { chromium } from '@playwright/test';
import { run } from './bootstrap/child.mjs';
import { say } from './bootstrap/say.mjs';
import { findChromium, findHeadlessShell } from './find-chromium.ts';

/**
 * Makes sure that there is a Chromium for the tests. Tries the installed one, then Playwright's download, then Debian's package
 * (needs root). Prints a reason on stdout if all fail, otherwise nothing. In CI, where installing software is allowed, it also
 * installs the faster headless shell.
 */
async function ensureChromium(): Promise<void> {
  if (findChromium() === undefined) {
    if (await playwrightsOwnWorks()) return;
    say('Downloading a Chromium for the browser tests …');
    await run(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium']);
    if (await playwrightsOwnWorks()) return;
    await install('chromium', 'chromium-headless-shell');
  } else if (process.env.CI === 'true' && findHeadlessShell() === undefined)
    await install('chromium-headless-shell');
  if (findChromium() === undefined)
    process.stdout.write(
      'no Chromium: there is none on PATH, and it could not be downloaded or installed. ' +
        'Install one and set CHROMIUM_PATH to it.',
    );
}

/** Installs system packages if run as root, and does nothing for other users. */
async function install(...names: readonly string[]): Promise<void> {
  if (process.getuid?.() !== 0) return;
  say(`Installing ${names.join(' and ')} from the system’s packages …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-q'], { env });
  for (const name of names)
    await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], { env });
}

/** Starts the browser to see whether it works, because a downloaded one may lack system libraries. */
async function playwrightsOwnWorks(): Promise<boolean> {
  try {
    await (await chromium.launch()).close();
    return true;
  } catch {
    return false;
  }
}

await ensureChromium();
