import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const FILE = join(import.meta.dirname, '..', 'build', 'release.json');
const RELEASE = z.object({ version: z.string(), commit: z.string() });

export type Release = z.infer<typeof RELEASE>;

/** Returns the version and commit of the build, from `scripts/bootstrap/prepare.mjs`; `unknown` without a build. */
export function readRelease(): Release {
  try {
    return RELEASE.parse(JSON.parse(readFileSync(FILE, 'utf8')));
  } catch {
    return { version: 'unknown', commit: 'unknown' };
  }
}

export const describeRelease = ({ version, commit }: Release) => `${version} (${commit})`;
