import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { makeTemporaryFolder } from '#server/testing/folders.ts';

// These tests get more time, because each starts a dozen programs, which is slow on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

/** The shell commands of deploy/README.md, as an operator copies them. */
const [, COMMANDS = ''] =
  /\*\*Upgrade\*\*, as root.*?```sh\n(.*?)```/s.exec(
    readFileSync(new URL('README.md', import.meta.url), 'utf8'),
  ) ?? [];

/** A fake machine that runs the release `site-1`. Its programs only log what they would do, and where the link `current` points. */
function openMachine() {
  const machine = makeTemporaryFolder();
  const [home, programs] = [join(machine, 'tuesday'), join(machine, 'programs')];
  const [log, origin] = [join(machine, 'log'), join(machine, 'origin')];
  mkdirSync(programs);
  for (const name of ['npm', 'systemctl', 'curl', 'operator'])
    writeFileSync(
      join(programs, name),
      `#!/bin/sh
echo "${name} $1 $2 in $(basename "$PWD"), current: $(readlink ${home}/current)" >> ${log}
[ ! -e fails ]`,
      { mode: 0o755 },
    );
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-C', origin, '-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args]);
  const release = (version: string, file: string) => {
    writeFileSync(join(origin, file), version);
    git('add', '.');
    git('commit', '--quiet', '--message', version);
    git('tag', version);
  };
  mkdirSync(origin);
  git('init', '--quiet');
  release('site-1', 'words');
  const sh = (commands: string) =>
    spawnSync('sh', ['-c', commands.replaceAll('/opt/tuesday', home)], {
      env: { ...process.env, PATH: `${programs}:${process.env.PATH}` },
    }).status;
  sh(`git clone --quiet --no-checkout ${origin} /opt/tuesday/source && cd /opt/tuesday &&
    git -C source worktree add -q --detach ../releases/site-1 site-1 && ln -s releases/site-1 current`);
  return {
    release,
    upgrade: () => sh(COMMANDS),
    current: () => readlinkSync(join(home, 'current')),
    log: () => readFileSync(log, 'utf8').trim().split('\n'),
  };
}

test('the documented upgrade builds and backs up while the old version runs, then switches and exports the pages', () => {
  const machine = openMachine();
  machine.release('site-2', 'words');
  expect(machine.upgrade()).toBe(0);
  expect(machine.log()).toEqual([
    'npm run build in site-2, current: releases/site-1',
    'systemctl start backup.service in tuesday, current: releases/site-1',
    'systemctl restart site.service in tuesday, current: releases/site-2',
    expect.stringMatching(/^curl .*, current: releases\/site-2$/),
    'operator export  in tuesday, current: releases/site-2',
    'systemctl reload caddy in tuesday, current: releases/site-2',
  ]);
});

test('the upgrade steps in the docs leave the running site unchanged if the build fails', () => {
  const machine = openMachine();
  machine.release('site-2', 'fails');
  expect(machine.upgrade()).not.toBe(0);
  expect(machine.log()).toEqual(['npm run build in site-2, current: releases/site-1']);
  expect(machine.current()).toBe('releases/site-1');
});
