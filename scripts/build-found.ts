import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DISCOVERY } from '#contract/paths.ts';
import { sharePicturePath } from '#contract/share-picture.ts';
import { hoursOf } from './found/hours.ts';
import { icons, webManifest } from './found/icons.ts';
import { type ListedPage, listedPages } from './found/listed-pages.ts';
import { llms, robots, sitemap } from './found/lists.ts';
import { sharePicture } from './found/share-picture.ts';

/** Where the server looks for what the site is found by, beside its pages. */
const FOUND_FOLDER = join(import.meta.dirname, '..', 'build', 'found');

/**
 * Makes what the site is found and shared by: a share picture for each page, the icons with the web manifest, and the
 * lists for search engines and language models. Throws with a sentence for people when a page's text does not hold;
 * then the folder of the last build stays.
 */
export async function buildFound(
  folder: string = FOUND_FOLDER,
  pages: readonly ListedPage[] = listedPages(),
): Promise<void> {
  const hours = hoursOf(pages);
  const files = new Map<string, string | Buffer>([
    ...icons(),
    [DISCOVERY.manifest, webManifest()],
    [DISCOVERY.sitemap, sitemap(pages)],
    [DISCOVERY.robots, robots()],
    [DISCOVERY.llms, llms(pages)],
  ]);
  for (const page of pages)
    files.set(sharePicturePath(page.path), await sharePicture(page, hours.get(page.path) ?? 0));

  const fresh = `${folder}.new`;
  rmSync(fresh, { recursive: true, force: true });
  for (const [path, content] of files) {
    mkdirSync(dirname(join(fresh, path)), { recursive: true });
    writeFileSync(join(fresh, path), content);
  }
  // The pictures of pages that are gone go with the old folder.
  rmSync(folder, { recursive: true, force: true });
  renameSync(fresh, folder);
}

if (import.meta.main) {
  try {
    await buildFound();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
