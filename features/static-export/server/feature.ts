import { z } from 'zod';
import type { AppDeps, Feature } from '#server/feature.ts';
import { siteHeaders } from '#server/http/security-headers.ts';
import { type SettingsOf, settingsPart } from '#server/settings/settings-part.ts';
import type { Site } from '#server/site/site.ts';
import { HOUR_MS } from '#server/time.ts';
import { exportDigest, exportedFiles } from './exported-files.ts';
import { addSiteExportCommand, isExportCurrent } from './write-export.ts';

const exportSettings = settingsPart({
  fields: { EXPORT_DIR: z.string().min(1).optional() },
  shown: { EXPORT_DIR: 'value' },
  values: ({ EXPORT_DIR }) => ({ exportDir: EXPORT_DIR }),
});

declare module '#server/settings/settings.ts' {
  interface Settings extends SettingsOf<typeof exportSettings> {}
}

export const staticExport: Feature = {
  name: 'static-export',
  lostWithout:
    'No web server can serve a copy of the pages in front of the site. Remove every line that names EXPORT_DIR from its settings (deploy/).',
  settings: exportSettings,
  commands: addSiteExportCommand,
  copiesPages: ({ exportDir }) => exportDir !== undefined,
  readiness: (deps) => {
    const isCurrent = isCurrentExport(deps);
    return isCurrent === undefined ? {} : { export: isCurrent ? 'current' : 'outdated' };
  },
  jobs: [
    {
      name: 'the check of the export',
      every: HOUR_MS,
      run: async (deps) => {
        if (isCurrentExport(deps) === false)
          deps.log.warn(
            'the export does not match this site and its settings: make it again (operator export, or npm run export)',
          );
      },
    },
  ],
};

const digests = new WeakMap<Site, string>();

/** True if the exported files equal what the site would answer. Undefined without an export. */
function isCurrentExport({ settings, live, features }: AppDeps): boolean | undefined {
  const { exportDir } = settings;
  if (exportDir === undefined) return undefined;
  const site = live.current();
  const digest = digests.getOrInsertComputed(site, () =>
    exportDigest(exportedFiles(site, siteHeaders(settings, features), features)),
  );
  return isExportCurrent(exportDir, digest);
}
