import { spawnSync } from 'node:child_process';

/** Type errors as sentences, in the content below `root` and the code of `contract/` that it uses. Takes about half a second. */
export function mistakesInTypes(root: string): readonly string[] {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['node_modules/typescript/bin/tsc', '-b', 'contract', '--pretty', 'false'],
    { cwd: root, encoding: 'utf8' },
  );
  return status === 0 ? [] : typeSentences(stdout + stderr);
}

/** Rewrites compiler errors: `content/team.ts(47,7): error TS2820: …` → `content/team.ts, line 47: …` */
export function typeSentences(output: string): readonly string[] {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => line.replace(/^([^\s(]+)\((\d+),\d+\): error TS\d+: /, '$1, line $2: '));
}
