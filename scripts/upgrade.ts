import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** The folder in which the command was called, because an older fork runs a copy of this file from elsewhere. */
const ROOT = spawnSync('git', ['rev-parse', '--show-toplevel'], { encoding: 'utf8' }).stdout?.trim();

/** Thrown to end the command with a sentence before anything is changed. */
class Refused extends Error {}

/**
 * `npm run upgrade -- [<version>]`: merges a version of the original project in a new branch; by default the newest release.
 * Features removed here (`without` in package.json) are first removed from the new version and from the common ancestor too,
 * so that they cause no conflicts. Ends with a list of conflicts to resolve by hand.
 */
function main(): void {
  const { positionals } = parseArgs({ allowPositionals: true });
  // Without this listener, Ctrl-C would end Node at once. With it, only the running program ends, and Node cleans up.
  process.on('SIGINT', () => {});
  if (!ROOT) throw new Refused('This folder is not in git, or git is not installed.');
  if (git('status', '--porcelain') !== '')
    throw new Refused('There are changes that are not committed. Please commit them first.');
  if (!git('remote').split('\n').includes('upstream'))
    throw new Refused(
      'Please name the project that you forked once: git remote add upstream <its address>. Then run this again.',
    );
  say('Fetching the versions …');
  git('fetch', '--quiet', '--tags', 'upstream');
  const version = positionals[0] ?? newestRelease();
  const wanted = tryGit('rev-parse', '--verify', '--quiet', `${version}^{commit}`);
  if (wanted === undefined) throw new Refused(`There is no version ${version} upstream.`);
  if (tryGit('merge-base', '--is-ancestor', wanted, 'HEAD') !== undefined) {
    say(`This project has ${version} already.`);
    return;
  }
  const branch = `upgrade-${version}`;
  if (tryGit('rev-parse', '--verify', '--quiet', branch) !== undefined)
    throw new Refused(
      `There is a branch ${branch} already. Please finish it, or delete it: git branch -D ${branch}`,
    );

  const without: readonly string[] = JSON.parse(read('package.json')).without ?? [];
  const common = git('merge-base', 'HEAD', wanted);
  const isMigrated = git('diff', '--name-only', common, wanted, '--', MIGRATIONS) !== '';
  const base = takeOut(common, without, { withData: false });
  const theirs = takeOut(wanted, without, { withData: isMigrated });
  git('switch', '--quiet', '--create', branch);
  const left = merge({ base, theirs, wanted }, `Upgrade to ${version}`);
  say(
    left.length === 0
      ? `\nDone, in the branch ${branch}. \`npm test\` tells whether all is well.`
      : [
          `\nIn the branch ${branch}, these files were changed here and in ${version}. Please settle each, and \`git add\` it:`,
          ...left.map((file) => `  ${file}: ${adviceFor(file)}`),
          '',
          'Then `npm install`, `npm test` and `git commit`. `git merge --abort` goes back.',
        ].join('\n'),
  );
}

function newestRelease(): string {
  const releases = git('tag', '--list', 'v*', '--sort=-version:refname').split('\n');
  const newest = releases.find((tag) => /^v\d+\.\d+\.\d+$/.test(tag));
  if (newest === undefined) throw new Refused('There is no release upstream. Please name a version.');
  return newest;
}

const MIGRATIONS = 'server/database/migrations';

/**
 * Makes a commit of a version without some features, using that version's own `remove` in a temporary folder.
 *
 * @param withData whether the commit also deletes the features' data. This site deleted the data when it removed the
 * features; it must do so again if the new version may have added tables for them.
 */
function takeOut(version: string, names: readonly string[], { withData }: { withData: boolean }): string {
  const folder = mkdtempSync(join(tmpdir(), 'upgrade-'));
  try {
    git('worktree', 'add', '--quiet', '--detach', folder, version);
    const known = names.filter((name) => existsSync(join(folder, 'features', name)));
    if (known.length === 0 || !existsSync(join(folder, 'scripts/remove.ts'))) return version;
    say(`Taking ${known.join(', ')} out of ${version.slice(0, 8)} …`);
    const remove = ['scripts/run.mjs', 'scripts/remove.ts', ...known, '--yes'];
    const { status, stderr } = spawnSync(process.execPath, remove, { cwd: folder, encoding: 'utf8' });
    if (status !== 0)
      throw new Error(
        `${stderr}\n${known.join(', ')} could not be taken out of ${version}. Nothing was changed here.`,
      );
    if (!withData) {
      git('-C', folder, 'clean', '--quiet', '--force', MIGRATIONS);
      git('-C', folder, 'checkout', '--', 'server/database/migrate.ts');
    }
    git('-C', folder, 'add', '--all');
    git('-C', folder, 'commit', '--quiet', '--no-verify', '--message', `Without ${known.join(', ')}`);
    return git('-C', folder, 'rev-parse', 'HEAD');
  } finally {
    tryGit('worktree', 'remove', '--force', folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A git attribute for the list of migrations: both sides add lines to it, and a merge must keep all of them. */
const TAKES_BOTH = 'server/database/migrate.ts merge=union\n';

type Sides = { readonly base: string; readonly theirs: string; readonly wanted: string };

/**
 * Merges, and commits if there is no conflict, with the original version as a parent. Returns the files in conflict. Throws if git
 * could not merge.
 */
function merge({ base, theirs, wanted }: Sides, message: string): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'upgrade-'));
  const attributes = join(folder, 'attributes');
  writeFileSync(attributes, TAKES_BOTH);
  const args = ['-c', `core.attributesFile=${attributes}`, 'merge-recursive', base, '--', 'HEAD', theirs];
  const { status, stdout, stderr } = runGit(args);
  rmSync(folder, { recursive: true });
  // Status 1 means conflicts. After any other error, the files are not merged, and a commit would say that they are.
  if (status !== 0 && status !== 1)
    throw new Error(
      `The merge failed: ${stderr.trim() || stdout.trim()}\nNothing was committed. \`git reset --hard && git clean -d --force\` undoes what was changed.`,
    );
  // Writes the files of the merge directly, because Git 2.46 and later refuse `update-ref MERGE_HEAD`.
  for (const [file, text] of Object.entries({ MERGE_HEAD: wanted, MERGE_MSG: message }))
    writeFileSync(resolve(ROOT, git('rev-parse', '--git-path', file)), `${text}\n`);
  if (unmerged().includes('package-lock.json')) settleLock();
  const left = unmerged();
  if (left.length === 0) git('commit', '--quiet', '--no-verify', '--message', message);
  return left;
}

const unmerged = () => git('diff', '--name-only', '--diff-filter=U').split('\n').filter(Boolean);

/** npm rewrites the lock file from this project's packages, unless package.json itself is in conflict. */
function settleLock(): void {
  if (unmerged().includes('package.json')) return;
  git('checkout', '--theirs', '--', 'package-lock.json');
  // On Windows, `npm` alone is a script, which cannot be started directly.
  const cli = process.env.npm_execpath ?? '';
  const [npm, ...first] = basename(cli) === 'npm-cli.js' ? [process.execPath, cli] : ['npm'];
  const options = ['--package-lock-only', '--no-audit', '--no-fund', '--ignore-scripts'];
  execFileSync(npm, [...first, 'install', ...options], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  git('add', 'package-lock.json');
}

const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/^package-lock\.json$/, 'theirs; `npm install` adds your packages'],
  [/^content\/proofs\.json$/, 'yours for your sentences, theirs for the ids of tests'],
  [/^content\/(?:browser-register|core-data|features\/.*-data)\.ts$/, 'theirs, with what you added'],
  [/^content\//, 'your words, with theirs for what is new'],
  [/\.test\.tsx?$|^e2e\//, 'theirs'],
];
const adviceFor = (file: string) =>
  ADVICE.find(([pattern]) => pattern.test(file))?.[1] ??
  'you changed code: its decision record (docs/decisions/) says what it is for';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const say = (line: string) => process.stdout.write(`${line}\n`);

const runGit = (args: readonly string[]) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });

function git(...args: string[]): string {
  const { status, stdout, stderr } = runGit(args);
  if (status !== 0) throw new Error(`git ${args[0]} failed: ${stderr.trim() || stdout.trim()}`);
  return stdout.trim();
}

/** The output of a git command; undefined if git fails. */
function tryGit(...args: string[]): string | undefined {
  const { status, stdout } = runGit(args);
  return status === 0 ? stdout.trim() : undefined;
}

try {
  main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
