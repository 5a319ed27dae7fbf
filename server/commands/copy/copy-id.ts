import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { contentMadeOnce } from '#server/settings/made-once.ts';

/** Where the site that is copied keeps by what the target knows it, until the copy is done. */
export function copyIdFile(dataDir: string): string {
  return join(dataDir, 'copy-id');
}

/** The same each time until the copy is done: a target that has another is not this site's. */
export function copyId(dataDir: string): string {
  return contentMadeOnce(copyIdFile(dataDir), randomUUID());
}
