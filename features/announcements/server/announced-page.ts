import type { ChangePages } from '#server/feature.ts';
import { escapeHtml } from '#server/mail/escape.ts';
import { type Site, type SiteFile, siteFile } from '#server/site/site.ts';
import { currentAnnouncement } from './announcements.ts';

/** Puts the present announcement on top of every page. */
export const showAnnouncement: ChangePages = async ({ db, clock }) => {
  const text = await currentAnnouncement(db, clock());
  return text === undefined ? undefined : { key: text, change: (site) => withAnnouncement(site, text) };
};

function withAnnouncement(site: Site, text: string): Site {
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
