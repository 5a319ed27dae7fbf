import type { Command } from '@commander-js/extra-typings';
import { MAINTENANCE } from '#content/shell.ts';
import type { Start } from '#server/commands/operator-deps.ts';
import { explainError } from '#server/explain-error.ts';
import { siteHeaders } from '#server/http/security-headers.ts';
import { escapeHtml } from '#server/mail/escape.ts';
import { publicSettings } from '#server/settings/public-settings.ts';
import { changedSite } from '#server/site/live-site.ts';
import { createPageFrame, headedPage } from '#server/site/page-frame.ts';
import { loadBuiltSite, type Site } from '#server/site/site.ts';
import { exportedFiles } from './exported-files.ts';
import { writeExport } from './write-export.ts';

/** The database is asked for what changes pages, such as an announcement: otherwise they are the same under the same settings. */
export function addExportCommand(program: Command, start: Start): void {
  program
    .command('export')
    .description('write the site for a web server or a static host')
    .option('--to <folder>', 'an empty or new folder, or an earlier export; otherwise EXPORT_DIR')
    .action(async ({ to }) => {
      const { settings, features, print, complain, openDb, clock } = start();
      const folder = to ?? settings.exportDir;
      if (folder === undefined) throw new Error('Please say where to: --to FOLDER, or set EXPORT_DIR.');
      // The web server runs as another user.
      process.umask(0o022);
      const built = loadBuiltSite(publicSettings(settings), features);
      const site = await openDb()
        .then((db) =>
          changedSite(
            { db, clock, site: built },
            features.flatMap(({ changePages }) => changePages ?? []),
          ),
        )
        .then(
          (changed) => changed.site,
          (error: unknown) => {
            complain(`Without the announcement, if there is one: ${explainError(error)}`);
            return built;
          },
        );
      const files = exportedFiles(site, siteHeaders(settings), features);
      await writeExport(files, folder, maintenancePage(site), features);
      print(`Exported ${files.length} files of ${settings.origin} to ${folder}.`);
    });
}

function maintenancePage(site: Site): string {
  const { title, text } = MAINTENANCE;
  return headedPage(createPageFrame(site), title, [`<p class="text-lead">${escapeHtml(text)}</p>`]);
}
