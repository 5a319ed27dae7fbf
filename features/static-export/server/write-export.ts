import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { BODY_LIMITS } from '#contract/limits.ts';
import type { Feature } from '#server/feature.ts';
import { makeFolder } from '#server/make-folder.ts';
import { digestOf, type ExportedFile } from './exported-files.ts';
import { caddySnippet, nginxMaps, nginxServer, staticHostHeaders } from './server-settings.ts';

/** Says what an export was made of, so that the site can tell when it is out of date. */
const NOTE = 'export.json';
const noteSchema = z.object({ digest: z.string() });

/**
 * Writes the finished site for a web server or a static host: `site/` with all files, compressed ones beside, and
 * settings for Caddy and nginx. It takes the place of an earlier export in one step. Throws when something else is at
 * `to`.
 */
export async function writeExport(
  files: readonly ExportedFile[],
  to: string,
  /** What a web server shows while the site cannot answer. */
  maintenance: string,
  features: readonly Feature[],
): Promise<void> {
  const folder = resolve(to);
  const isTaken = existsSync(folder) && (await readdir(folder)).length > 0;
  if (isTaken && !existsSync(join(folder, NOTE)))
    throw new Error(`${to} holds something else than an export. Please name an empty or a new folder.`);
  const [fresh, old] = [`${folder}.new`, `${folder}.old`];
  for (const name of [fresh, old]) await rm(name, { recursive: true, force: true });
  makeFolder(dirname(fresh));
  const site = join(fresh, 'site');
  for (const { name, file } of files) {
    const at = join(site, name);
    await mkdir(dirname(at), { recursive: true });
    await writeFile(at, file.plain);
    for (const [encoding, ending] of [
      ['br', '.br'],
      ['gzip', '.gz'],
    ] as const) {
      const encoded = await file.encoded(encoding);
      if (encoded.encoding === encoding) await writeFile(at + ending, encoded.body);
    }
  }
  const root = join(folder, 'site');
  const texts = {
    'site/_headers': staticHostHeaders(files),
    'nginx-http.conf': nginxMaps(files),
    'nginx-server.conf': nginxServer(files, root, Math.max(...Object.values(BODY_LIMITS)), features),
    'exported.caddy': caddySnippet(files, root, features),
    // Beside the pages: no address of the site leads there.
    'maintenance.html': maintenance,
    [NOTE]: JSON.stringify({ digest: digestOf(files) }),
  };
  for (const [name, text] of Object.entries(texts)) await writeFile(join(fresh, name), text);
  if (existsSync(folder)) await rename(folder, old);
  await rename(fresh, folder);
  await rm(old, { recursive: true, force: true });
}

/** Whether the export in a folder is what the site would answer. */
export function isExportCurrent(folder: string, digest: string): boolean {
  try {
    return noteSchema.parse(JSON.parse(readFileSync(join(folder, NOTE), 'utf8'))).digest === digest;
  } catch {
    return false;
  }
}
