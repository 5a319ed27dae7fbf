import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const PACKAGE = join(import.meta.dirname, '..', '..', 'package.json');

/** The version that runs, as `package.json` has it. Throws when there is none: the server's imports need that file anyway. */
export function readSiteVersion(): string {
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(PACKAGE, 'utf8'))).version;
}
