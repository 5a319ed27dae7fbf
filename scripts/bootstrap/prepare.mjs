import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './child.mjs';
import { ensureInstalled, findNode } from './install.mjs';
import { withLock } from './lock.mjs';
import { Explained, ROOT, say } from './say.mjs';
import { ensureFresh } from './stale.mjs';

const root = fileURLToPath(ROOT);

/** A change in any of these files and folders may change the result of every build. */
const COMMON = [
  ...['package.json', 'package-lock.json', 'tsconfig.base.json'],
  ...['content', 'contract', 'features', 'generate'],
];

/** The builds, by the names of their folders in `build/`. `inputs` are the files of a build that are not in `COMMON`. */
const BUILDS = {
  mails: { title: 'the mails', inputs: ['server/mail'], commands: [['generate/build-mails.ts']] },
  site: {
    title: 'the pages',
    inputs: ['web', 'pages', 'vite.config.ts', 'react-router.config.ts'],
    // Content is checked first, so that mistakes in the texts are reported as sentences and not as build errors of modules.
    commands: [['generate/check-content.ts'], ['node_modules/@react-router/dev/bin.cjs', 'build']],
  },
  seo: { title: 'the share pictures, icons and lists', inputs: [], commands: [['generate/build-seo.ts']] },
  server: { title: 'the server', inputs: ['server'], commands: [['generate/build-server.ts']] },
};
/** @typedef {keyof typeof BUILDS} Build */

/**
 * Makes the project ready to run: installs packages and makes outdated builds again. A second call waits until the first
 * one has ended. Throws `Explained` when a step fails.
 *
 * @param {{ builds?: 'none' | 'dev' | 'server' | 'all', besideSite?: boolean }} [options] `dev`: builds the mails, and the
 *   pages only if there are none, so that an unfinished page does not block the development server, which runs the source.
 *   `server`: builds the server and the mails. `besideSite`: a site or tests may be running from the installed packages
 * @returns {Promise<string>} the Node program to run the project with
 */
export function prepare({ builds = 'all', besideSite = false } = {}) {
  const pages = /** @type {Build[]} */ (['site', 'seo']);
  const missing = pages.filter((name) => !existsSync(join(root, 'build', name)));
  /** @type {Record<typeof builds, Build[]>} */
  const all = {
    none: [],
    dev: ['mails', ...missing],
    server: ['mails', 'server'],
    all: ['mails', ...pages, 'server'],
  };
  const wanted = all[builds];
  const work = async () => {
    await ensureInstalled({ besideSite });
    const node = findNode();
    // Each build uses one processor. All are awaited, because no build may still run when the lock is released.
    for (const result of await Promise.allSettled(wanted.map((name) => make(name, node))))
      if (result.status === 'rejected') throw result.reason;
    if (wanted.length > 0) writeRelease(root);
    return node;
  };
  const onWait = () => say('Waiting for another command that is preparing the project …');
  return withLock(join(root, 'build', 'lock'), work, { onWait });
}

/** @type {(name: Build, node: string) => Promise<boolean>} */
function make(name, node) {
  const { title, inputs, commands } = BUILDS[name];
  const env = { ...process.env, NODE_ENV: 'production' };
  return ensureFresh(root, { name, inputs: [...COMMON, ...inputs] }, async () => {
    say(`Building ${title} …`);
    for (const command of commands) {
      const { code, output } = await run(node, command, { env });
      if (code !== 0) throw new Explained(`${output.trim()}\n\nBuilding ${title} failed (see above).`);
    }
  });
}

/**
 * Writes to `build/release.json` the version and commit of the build. The server reads that file. `SITE_COMMIT` names the
 * commit in an image, which has no repository.
 */
export function writeRelease(/** @type {string} */ root, { SITE_COMMIT } = process.env) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const describe = ['describe', '--always', '--dirty', '--exclude=*'];
  // Asks git only if the project has its own .git folder. Otherwise git would describe a repository of a parent folder.
  const isOurs = !SITE_COMMIT && existsSync(join(root, '.git'));
  const found = isOurs ? spawnSync('git', describe, { cwd: root, encoding: 'utf8' }).stdout?.trim() : '';
  const commit = SITE_COMMIT || found || 'unknown';
  writeFileSync(join(root, 'build', 'release.json'), `${JSON.stringify({ version, commit })}\n`);
}

/** Vitest calls this before the integration tests, some of which start the built server. */
export async function setup() {
  await prepare({ builds: 'server', besideSite: true });
}
