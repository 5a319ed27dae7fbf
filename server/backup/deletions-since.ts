import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Manifest, readManifest } from './manifest.ts';

const HASH = /[0-9a-f]{64}/g;

/**
 * The hashes of deleted ids in a file: a log of the site, whatever a log keeper put before each line, or the second file
 * of a backup. Throws when the file cannot be read.
 */
export async function deletedIdsIn(file: string): Promise<string[]> {
  const found: string[] = [];
  let isWithin = false;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    // In what strangers sent, a log escapes the quotes.
    const at = line.indexOf('"deletedIds":');
    if (at >= 0) isWithin = true;
    if (!isWithin) continue;
    const [list = ''] = line.slice(Math.max(at, 0)).split(']', 1);
    found.push(...(list.match(HASH) ?? []));
    isWithin = !line.includes(']', Math.max(at, 0));
  }
  return found;
}

/** The hashes in the second files of newer backups in the same folder. */
export async function deletedIdsOfNewerBackups(backup: string, { made }: Manifest): Promise<string[]> {
  const folder = dirname(backup);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const manifests = await Promise.all(
    names.map((name) => readManifest(join(folder, name.slice(0, -'.json'.length))).catch(() => undefined)),
  );
  return manifests.flatMap((one) => (one !== undefined && one.made > made ? one.deletedIds : []));
}
