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

/** A change in any of these files and folders may change the result of every build. */
const COMMON = [
  ...['package.json', 'package-lock.json', 'tsconfig.base.json'],
  ...['content', 'contract', 'features', 'generate'],
];

const SITE = {
  name: 'site',
  title: 'the pages',
  inputs: [...COMMON, 'web', 'pages', 'vite.config.ts', 'react-router.config.ts'],
  // Content is checked first, so that mistakes in the texts are reported as sentences and not as build errors of modules.
  commands: [['generate/check-content.ts'], ['node_modules/@react-router/dev/bin.cjs', 'build']],
};
const SEO = {
  name: 'seo',
  title: 'the share pictures, icons and lists',
  inputs: COMMON,
  commands: [['generate/build-seo.ts']],
};
const MAILS = {
  name: 'mails',
  title: 'the mails',
  inputs: [...COMMON, 'server/mail'],
  commands: [['generate/build-mails.ts']],
};
const SERVER = {
  name: 'server',
  title: 'the server',
  inputs: [...COMMON, 'server'],
  commands: [['generate/build-server.ts']],
};

/**
 * Makes the project ready to run: installs packages and makes outdated builds again. Two calls at once wait for each other.
 * Throws `Explained` when a step fails.
 *
 * @param {{ builds?: 'none' | 'dev' | 'server' | 'all', besideSite?: boolean }} [options] `dev`: builds the mails, and the
 *   pages only if there are none, so that an unfinished page does not block the development server, which runs the source.
 *   `server`: builds the server and the mails. `besideSite`: a site or tests may be running from the installed packages
 * @returns {Promise<string>} the Node program to run the project with
 */
export function prepare({ builds = 'all', besideSite = false } = {}) {
  const wanted = {
    none: [],
    dev: [MAILS, ...[SITE, SEO].filter(({ name }) => !existsSync(join(root, 'build', name)))],
    server: [MAILS, SERVER],
    all: [MAILS, SITE, SEO, SERVER],
  }[builds];
  return withLock(
    join(root, 'build', 'lock'),
    async () => {
      await ensureInstalled({ besideSite });
      const node = findNode();
      // Each build uses one processor. All are awaited, because no build may still run when the lock is released.
      const made = wanted.map((build) => ensureFresh(root, build, () => make(build, node)));
      for (const result of await Promise.allSettled(made))
        if (result.status === 'rejected') throw result.reason;
      if (wanted.length > 0) writeRelease(root);
      return node;
    },
    { onWait: () => say('Waiting for another command that is preparing the project …') },
  );
}

/**
 * @param {{ title: string, commands: readonly (readonly string[])[] }} build
 * @param {string} node
 */
async function make({ title, commands }, node) {
  say(`Building ${title} …`);
  for (const command of commands) {
    const { code, output } = await run(node, command, { env: { ...process.env, NODE_ENV: 'production' } });
    if (code !== 0) throw new Explained(`${output.trim()}\n\nBuilding ${title} failed (see above).`);
  }
}
