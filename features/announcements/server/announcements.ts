import type { Db } from '#server/database/database.ts';
import type { IsoTime } from '#server/database/schema.ts';
import type { ChangePages } from '#server/feature.ts';
import { html } from '#server/html/html.ts';
import { type Site, type SiteFile, siteFile } from '#server/site/site.ts';

/** The text of the announcement that pages show now. If several overlap, the one that started last. */
async function currentAnnouncement(db: Db, now: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('announcements')
    .select('text')
    .where('starts_at', '<=', now.toISOString())
    .where('ends_at', '>', now.toISOString())
    .orderBy('starts_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.text;
}

export const showAnnouncement: ChangePages = async ({ db, clock }) => {
  const text = await currentAnnouncement(db, clock());
  return text === undefined ? undefined : { key: text, change: (site) => withAnnouncement(site, text) };
};

function withAnnouncement(site: Site, text: string): Site {
  const withLine = (file: SiteFile): SiteFile => {
    if (!file.isPage) return file;
    // React ignores unknown elements in the body, so the announcement stays in place during hydration.
    const line = html`<aside class="announcement">${text}</aside>`.markup;
    const plain = file.plain.toString('utf8').replace(/<body[^>]*>/, (body) => body + line);
    return siteFile({ ...file, plain: Buffer.from(plain) });
  };
  return {
    files: new Map([...site.files].map(([path, file]) => [path, withLine(file)])),
    notFound: withLine(site.notFound),
  };
}

/** A line of text on top of every page, shown between two times. */
export type Announcement = { id: string; text: string; starts_at: IsoTime; ends_at: IsoTime };

declare module '#server/database/schema.ts' {
  interface Schema {
    announcements: Announcement;
  }
}
