import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './child.mjs';
import { ensureInstalled, findNode } from './install.mjs';
import { withLock } from './lock.mjs';
import { writeRelease } from './release.mjs';
import { Explained, ROOT, say } from './say.mjs';
import { ensureFresh } from './stale.mjs';

const root = fileURLToPath(ROOT);

/** Any of these may change what every build makes. */
const COMMON = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'content', 'contract', 'features'];

const CONTENT_SCRIPTS = ['generate/check-content.ts', 'generate/content-check', 'generate/markdown'];

const SITE = {
  name: 'site',
  title: 'the pages',
  inputs: [
    ...COMMON,
    'web',
    'pages',
    'vite.config.ts',
    'react-router.config.ts',
    'generate/letters',
    'generate/pages',
    ...CONTENT_SCRIPTS,
  ],
  output: 'build/site',
  // What is wrong with the words is said in sentences about the words, before the page build says it of its modules.
  check: ['generate/check-content.ts'],
  command: ['node_modules/@react-router/dev/bin.cjs', 'build'],
};

const MAILS = {
  name: 'mails',
  title: 'the mails',
  inputs: [...COMMON, 'server/mail', 'generate/build-mails.ts'],
  output: 'build/mails',
  command: ['generate/build-mails.ts'],
};

const SEO = {
  name: 'seo',
  title: 'the share pictures, icons and lists',
  inputs: [...COMMON, 'generate/build-seo.ts', 'generate/seo', 'generate/markdown'],
  output: 'build/seo',
  command: ['generate/build-seo.ts'],
};

const SERVER = {
  name: 'server',
  title: 'the server',
  inputs: [...COMMON, 'server', 'generate/build-server.ts'],
  output: 'build/server',
  command: ['generate/build-server.ts'],
};

/**
 * Makes the project ready to run: packages installed, what is stale built. Two at once wait for each other.
 * Throws `Explained` when a step fails.
 *
 * @param {{ builds?: 'none' | 'dev' | 'server' | 'all', besideSite?: boolean }} [options] `dev`: the mails, and the pages
 *   only when there are none, so that a half-written page does not keep anyone from the development server, which runs
 *   the source. `server`: that and the mails. `besideSite`: a site or the tests may run from the packages that are there
 * @returns {Promise<string>} the Node program to run the project with
 */
export function prepare({ builds = 'all', besideSite = false } = {}) {
  const missing = [SITE, SEO].filter(({ output }) => !existsSync(join(root, output)));
  const wanted = {
    none: [],
    dev: [MAILS, ...missing],
    server: [MAILS, SERVER],
    all: [MAILS, SITE, SEO, SERVER],
  }[builds];
  return withLock(
    join(root, 'build', 'lock'),
    async () => {
      await ensureInstalled({ besideSite });
      const node = findNode();
      // Each uses one processor. All are waited for: nothing may build once the lock is open.
      const builds = wanted.map((build) => ensureFresh(root, build, () => make(build, node)));
      for (const result of await Promise.allSettled(builds))
        if (result.status === 'rejected') throw result.reason;
      if (wanted.length > 0) writeRelease(root);
      return node;
    },
    { onWait: () => say('Waiting for another command that is preparing the project …') },
  );
}

/**
 * @param {{ title: string, check?: readonly string[], command: readonly string[] }} build
 * @param {string} node
 */
async function make(build, node) {
  say(`Building ${build.title} …`);
  for (const command of build.check ? [build.check, build.command] : [build.command]) {
    const { code, output } = await run(node, command, {
      // The same build whatever the shell says; a CI variable would only change how tools print.
      env: { ...process.env, NODE_ENV: 'production' },
    });
    if (code !== 0) throw new Explained(`${output.trim()}\n\nBuilding ${build.title} failed (see above).`);
  }
}
