import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Tool = { readonly name: string; readonly version: string };

/**
 * The folder of a program that only benchmarks use, so that it is no dependency of the site: installed into `build/` the
 * first time it is wanted, at the version named. Without its install scripts, which compile what we do not use. Throws,
 * with what npm said, when it cannot be had.
 *
 * @param place a folder name of its own below `build/`
 */
export function needTool({ name, version }: Tool, place: string): string {
  const folder = fileURLToPath(new URL(`../../build/${place}/`, import.meta.url));
  const installed = join(folder, 'node_modules', name);
  // npm writes this file last.
  const stamp = join(folder, 'node_modules', '.package-lock.json');
  if (existsSync(stamp) && existsSync(join(installed, 'package.json'))) return installed;
  process.stdout.write(`Installing ${name} ${version} …\n`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const { status, stderr } = spawnSync(
    'npm',
    ['install', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${version}`],
    { cwd: folder, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`${name} could not be installed:\n${stderr}`);
  return installed;
}
