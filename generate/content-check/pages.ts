import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { SitePage } from '#content/pages.ts';
import { sentencesFor } from './sentences.ts';

const PAGE = z.object({
  path: z
    .string()
    .regex(/^\/(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/, 'must look like /about: a slash, then a–z, 0–9 and hyphens'),
  title: z.string().trim().min(1, 'must not be empty'),
  description: z
    .string()
    .min(50, 'must have 50 to 160 characters')
    .max(160, 'must have 50 to 160 characters'),
});

/** Mistakes in the list of pages. The page components are searched below `root`. */
export function mistakesInPages(pages: readonly SitePage[], root: string): readonly string[] {
  return pages.flatMap((page) => {
    const where = `content/pages.ts, page “${page.path}”`;
    const found = PAGE.safeParse(page);
    if (!found.success) return sentencesFor(where, found.error, page);
    const name = page.path === '/' ? '/home' : page.path;
    const screen = `pages${name}${name}.tsx`;
    return existsSync(join(root, screen)) ? [] : [`${where}: has no screen, please write ${screen}.`];
  });
}
