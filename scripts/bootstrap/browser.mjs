import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './child.mjs';
import { say } from './say.mjs';

/** The Chromium at CHROMIUM_PATH, otherwise on PATH. Undefined if Playwright must use its own download. */
export function findChromium() {
  return (
    process.env.CHROMIUM_PATH ||
    onPath('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable')
  );
}

/** Finds Chromium's headless shell: the same engine without windows, a third faster, but without the back/forward cache. */
export function findHeadlessShell() {
  return onPath('chromium-headless-shell');
}

/**
 * @param {readonly string[]} names
 * @returns {string | undefined}
 */
function onPath(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Makes sure that a Chromium for the tests exists: this machine's, otherwise Playwright's download, otherwise Debian's package
 * (installed as root). Never throws. In CI, which may change its machine, the faster headless shell is installed as well.
 *
 * @param {string} node
 * @returns {Promise<{ path: string | undefined } | { missing: string }>} `path` is undefined if Playwright finds its own
 */
export async function ensureChromium(node) {
  if (findChromium() === undefined) {
    if (await playwrightsOwnWorks(node)) return { path: undefined };
    say('Downloading a Chromium for the browser tests …');
    await run(node, ['node_modules/@playwright/test/cli.js', 'install', 'chromium']);
    if (await playwrightsOwnWorks(node)) return { path: undefined };
    await install('chromium', 'chromium-headless-shell');
  } else if (process.env.CI === 'true' && findHeadlessShell() === undefined)
    await install('chromium-headless-shell');
  const path = findChromium();
  if (path === undefined)
    return {
      missing:
        'no Chromium: there is none on PATH, and it could not be downloaded or installed. ' +
        'Install one and set CHROMIUM_PATH to it.',
    };
  return { path };
}

/**
 * Installs system packages if run as root, and does nothing for other users.
 *
 * @param {readonly string[]} names
 */
async function install(...names) {
  if (process.getuid?.() !== 0) return;
  say(`Installing ${names.join(' and ')} from the system’s packages …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-q'], { env });
  for (const name of names)
    await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], { env });
}

/**
 * Starts the browser to see whether it works, because a downloaded one may lack system libraries.
 *
 * @param {string} node
 */
async function playwrightsOwnWorks(node) {
  const code = "import('@playwright/test').then((m) => m.chromium.launch()).then((found) => found.close())";
  return (await run(node, ['--eval', code])).code === 0;
}
