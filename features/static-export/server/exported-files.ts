import { createHash } from 'node:crypto';
import { SIGNED_IN_PAGES } from '#content/page-paths.ts';
import type { Feature } from '#server/feature.ts';
import type { SecurityHeaders } from '#server/http/security-headers.ts';
import type { Site, SiteFile } from '#server/site/site.ts';

export type ExportedFile = {
  readonly path: string | undefined;
  /** The file name below the exported folder, such as `/about.html` for `/about`. */
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly file: SiteFile;
};

/** Paths that only the Node process can answer: the profile, pages made for each visitor, and targets of forms. */
export function pathsOfTheProcess(features: readonly Feature[]): readonly string[] {
  return [...SIGNED_IN_PAGES, ...features.flatMap(({ proxyPaths = [] }) => proxyPaths)];
}

export function exportedFiles(
  { files, notFound }: Site,
  securityHeaders: SecurityHeaders,
  features: readonly Feature[],
): ExportedFile[] {
  const ofTheProcess = pathsOfTheProcess(features);
  const exported = (path: string | undefined, name: string, file: SiteFile): ExportedFile => ({
    path,
    name,
    headers: Object.fromEntries(Object.entries({ ...securityHeaders(path), ...file.headers }).sort()),
    file,
  });
  return [
    ...[...files]
      .filter(([path]) => !ofTheProcess.includes(path))
      .map(([path, file]) => exported(path, file.isPage ? nameOfPage(path) : path, file)),
    exported(undefined, '/404.html', notFound),
  ].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A digest that is equal for two sites with the same files and headers. */
export function exportDigest(files: readonly ExportedFile[]): string {
  const hash = createHash('sha256');
  for (const { name, headers, file } of files) {
    hash.update(JSON.stringify([name, headers, file.plain.length])).update(file.plain);
  }
  return hash.digest('hex');
}

function nameOfPage(path: string): string {
  return path === '/' ? '/index.html' : `${path}.html`;
}
