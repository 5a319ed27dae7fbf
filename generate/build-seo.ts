import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PAGES } from '#content/page-paths.ts';
import { DISCOVERY } from '#contract/paths.ts';
import { sharePicturePath } from '#contract/share-picture.ts';
import { icons, webManifest } from './seo/icons.ts';
import { type ListedPage, listedPages } from './seo/listed-pages.ts';
import { sharePicture } from './seo/share-picture.ts';
import { llms, robots, sitemap } from './seo/sitemap-robots-llms.ts';

/** The server reads the files for search engines from this folder, which is separate from the folder of the pages. */
const SEO_FOLDER = join(import.meta.dirname, '..', 'build', 'seo');

/**
 * Makes the files for search engines and shared links: a share picture for each page, the icons with the web manifest, and the
 * lists for search engines and language models. A mistake in a page's text ends the build with an error message, and the last build
 * stays.
 */
export async function buildSeo(
  folder: string = SEO_FOLDER,
  pages: readonly ListedPage[] = listedPages(),
): Promise<void> {
  const files = new Map<string, string | Buffer>([
    ...icons(),
    [DISCOVERY.manifest, webManifest()],
    [DISCOVERY.sitemap, sitemap(pages)],
    [DISCOVERY.robots, robots()],
    [DISCOVERY.llms, llms(pages)],
  ]);
  for (const [index, page] of pages.entries()) {
    // The sun is a little higher on the picture of each further page; the home page shows the half-sun of the logo.
    const hour = page.path === PAGES.home ? 0.31 : 0.06 + 0.72 * (index / pages.length);
    files.set(sharePicturePath(page.path), await sharePicture(page, hour));
  }

  const fresh = `${folder}.new`;
  rmSync(fresh, { recursive: true, force: true });
  for (const [path, content] of files) {
    mkdirSync(dirname(join(fresh, path)), { recursive: true });
    writeFileSync(join(fresh, path), content);
  }
  // Deletes the whole folder, so that pictures of removed pages are deleted too.
  rmSync(folder, { recursive: true, force: true });
  renameSync(fresh, folder);
}

if (import.meta.main) {
  try {
    await buildSeo();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
