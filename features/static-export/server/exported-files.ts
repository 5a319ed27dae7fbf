import { createHash } from 'node:crypto';
import { PAGES, SIGNED_IN_PAGES } from '#content/page-paths.ts';
import { RIGHTS_PAGES } from '#features/your-data/rights-contract.ts';
import type { SecurityHeaders } from '#server/http/security-headers.ts';
import type { Site, SiteFile } from '#server/site/site.ts';

/** A file of the site as any web server can serve it. */
export type ExportedFile = {
  /** Where a visitor finds it; undefined for the page of all that is not found. */
  readonly path: string | undefined;
  /** Its name below the root, `/about.html` for `/about`. */
  readonly name: string;
  /** Of each of its answers, by their names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly file: SiteFile;
};

/** Only the process knows whether somebody is signed in, to whom it gives the profile. To the others people and mail providers also post. */
export const NOT_EXPORTED: readonly string[] = [
  ...SIGNED_IN_PAGES,
  PAGES.launchListConfirm,
  PAGES.launchListLeave,
  // Made for each visitor.
  ...Object.values(RIGHTS_PAGES),
];

export function exportedFiles({ files, notFound }: Site, securityHeaders: SecurityHeaders): ExportedFile[] {
  const exported = (path: string | undefined, name: string, file: SiteFile): ExportedFile => ({
    path,
    name,
    headers: Object.fromEntries(Object.entries({ ...securityHeaders(path), ...file.headers }).sort()),
    file,
  });
  return [
    ...[...files]
      .filter(([path]) => !NOT_EXPORTED.includes(path))
      .map(([path, file]) => exported(path, file.isPage ? nameOfPage(path) : path, file)),
    exported(undefined, '/404.html', notFound),
  ].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The same for two sites that answer the same. */
export function digestOf(files: readonly ExportedFile[]): string {
  const hash = createHash('sha256');
  for (const { name, headers, file } of files) {
    hash.update(JSON.stringify([name, headers, file.plain.length])).update(file.plain);
  }
  return hash.digest('hex');
}

function nameOfPage(path: string): string {
  return path === '/' ? '/index.html' : `${path}.html`;
}
