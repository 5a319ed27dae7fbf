import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { z } from 'zod';
import { MAINTENANCE } from '#content/shell.ts';
import type { Start } from '#server/commands/operator-deps.ts';
import { explainError } from '#server/explain-error.ts';
import type { Feature } from '#server/feature.ts';
import { html } from '#server/html/html.ts';
import { siteHeaders } from '#server/http/security-headers.ts';
import { makeFolder } from '#server/private-files.ts';
import { pageRules } from '#server/settings/page-rules.ts';
import { createPageFrame, headedPage } from '#server/site/page-frame.ts';
import { changedSite, loadBuiltSite, type Site } from '#server/site/site.ts';
import { type ExportedFile, exportDigest, exportedFiles } from './exported-files.ts';
import { caddySnippet, nginxMaps, nginxServer, staticHostHeaders } from './server-settings.ts';

/** The file with the digest of the exported site, by which the site detects an outdated export. */
const NOTE = 'export.json';
/** While this file exists, Caddy and nginx (`deploy/`) show the maintenance page. */
const MAINTENANCE_ON = 'maintenance.on';
const noteSchema = z.object({ digest: z.string() });

/** Writes all files, their compressed forms, and settings for Caddy and nginx. Throws if the folder contains other files. */
export async function writeExport(
  files: readonly ExportedFile[],
  to: string,
  /** The HTML page that the web server shows while the site cannot answer. */
  maintenance: string,
  features: readonly Feature[],
): Promise<void> {
  const folder = resolve(to);
  const [fresh, old] = [`${folder}.new`, `${folder}.old`];
  for (const name of [folder, fresh, old])
    if (existsSync(name) && (await readdir(name)).length > 0 && !existsSync(join(name, NOTE)))
      throw new Error(
        `${name} holds something other than an export. Please name another folder, or move that one.`,
      );
  for (const name of [fresh, old]) await rm(name, { recursive: true, force: true });
  // All users may read the folder, because the web server runs as another user.
  makeFolder(fresh, 0o755);
  // This file is written first, so that the next export recognises the files of an interrupted one.
  await writeFile(join(fresh, NOTE), JSON.stringify({ digest: exportDigest(files) }));
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
    'nginx-server.conf': nginxServer(files, root, features),
    'exported.caddy': caddySnippet(files, root, features),
    // This file is outside the folder of the pages, so that no URL of the site leads to it.
    'maintenance.html': maintenance,
  };
  for (const [name, text] of Object.entries(texts)) await writeFile(join(fresh, name), text);
  // The export must not end the maintenance that an operator has begun (docs/operating.md).
  if (existsSync(join(folder, MAINTENANCE_ON))) await writeFile(join(fresh, MAINTENANCE_ON), '');
  if (existsSync(folder)) await rename(folder, old);
  await rename(fresh, folder);
  await rm(old, { recursive: true, force: true });
}

export function isExportCurrent(folder: string, digest: string): boolean {
  try {
    return noteSchema.parse(JSON.parse(readFileSync(join(folder, NOTE), 'utf8'))).digest === digest;
  } catch {
    return false;
  }
}

/** Adds the command `export`. It reads announcements from the database, because they change pages. */
export function addSiteExportCommand(program: Command, start: Start): void {
  program
    .command('export')
    .description('write the site for a web server or a static host')
    .option('--to <folder>', 'an empty or new folder, or an earlier export; otherwise EXPORT_DIR')
    .action(async ({ to }) => {
      const { settings, features, print, complain, openDb, clock } = start();
      const folder = to ?? settings.exportDir;
      if (folder === undefined) throw new Error('Please name the folder: --to FOLDER, or set EXPORT_DIR.');
      // Makes the files readable by all users, because the web server runs as another user.
      process.umask(0o022);
      const built = loadBuiltSite(pageRules(settings, features));
      const site = await openDb()
        .then(async (db) => {
          const changes = features.flatMap(({ changePages }) => changePages ?? []);
          return (await changedSite({ db, clock, site: built }, changes)).site;
        })
        .catch((error: unknown) => {
          complain(
            `The export has no announcement, because the database could not be read: ${explainError(error)}`,
          );
          return built;
        });
      const files = exportedFiles(site, siteHeaders(settings, features), features);
      await writeExport(files, folder, maintenancePage(site), features);
      print(`Exported ${files.length} files of ${settings.origin} to ${folder}.`);
    });
}

function maintenancePage(site: Site): string {
  const { title, text } = MAINTENANCE;
  return headedPage(
    createPageFrame(() => site),
    title,
    html`<p class="text-lead">${text}</p>`,
  );
}
