import type { Logger } from 'pino';
import type { Db } from '#server/database/database.ts';
import { escapeHtml } from '#server/mail/escape.ts';
import { type Site, type SiteFile, siteFile } from '#server/site/site.ts';
import { currentAnnouncement } from './announcements.ts';

/** Milliseconds after which a process looks for an announcement that another one was told of, or that begins or ends. */
const LOOK_EVERY = 10_000;

export type AnnouncedSite = {
  /** The site as it is served now. */
  readonly site: () => Site;
  /** Looks now. Keeps what is shown while the database is away. */
  readonly look: () => Promise<void>;
};

/** The site, with the present announcement on top of its pages. Without one it is the very same object. */
export function createAnnouncedSite({
  db,
  clock,
  site,
  log,
}: {
  readonly db: Db;
  readonly clock: () => Date;
  readonly site: Site;
  readonly log: Logger;
}): AnnouncedSite {
  let shown: { readonly text: string | undefined; readonly site: Site } = { text: undefined, site };
  return {
    site: () => shown.site,
    look: async () => {
      try {
        const text = await currentAnnouncement(db, clock());
        if (text !== shown.text) shown = { text, site: withAnnouncement(site, text) };
      } catch (err) {
        log.warn({ err }, 'could not look for an announcement; the pages stay as they are');
      }
    },
  };
}

/** Looks by itself until the process ends. */
export function startLooking({ look }: AnnouncedSite): void {
  setInterval(() => void look(), LOOK_EVERY).unref();
}

/** The site with a line on top of its pages. */
export function withAnnouncement(site: Site, text: string | undefined): Site {
  if (text === undefined) return site;
  const withLine = (file: SiteFile): SiteFile => {
    if (!file.isPage) return file;
    // React passes over an element in the body that it does not know, also when it takes the page over.
    const line = `<aside class="announcement">${escapeHtml(text)}</aside>`;
    const plain = file.plain.toString('utf8').replace(/<body[^>]*>/, (body) => body + line);
    return siteFile({ ...file, plain: Buffer.from(plain) });
  };
  return {
    files: new Map([...site.files].map(([path, file]) => [path, withLine(file)])),
    notFound: withLine(site.notFound),
  };
}
