import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where an administrator's programs are, which PATH may leave out. */
const MORE_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/sbin'];

/**
 * The path of a program that a benchmark is made with. As root on Debian a missing one is installed first; elsewhere it
 * throws, with the name of the package.
 */
export function needProgram(name: 'nginx' | 'wrk'): string {
  const found = find(name);
  if (found !== undefined) return found;
  if (process.getuid?.() === 0) {
    process.stdout.write(`Installing ${name} from the system’s packages …\n`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const options = { env, stdio: 'ignore' } as const;
    spawnSync('apt-get', ['update', '-q'], options);
    spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], options);
  }
  const installed = find(name);
  if (installed === undefined)
    throw new Error(`This benchmark needs the program ${name}. Please install the package of that name.`);
  return installed;
}

function find(name: string): string | undefined {
  return [...(process.env.PATH ?? '').split(delimiter), ...MORE_FOLDERS]
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}
