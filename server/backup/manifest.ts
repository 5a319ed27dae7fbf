import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';

const MANIFEST = z.object({
  format: z.literal(1),
  kind: z.enum(['sqlite', 'postgres']),
  /** ISO 8601, in UTC. */
  made: z.string(),
  /** The last migration of the schema. */
  schemaVersion: z.string(),
  /** The PostgreSQL schema that the tables were in. */
  postgresSchema: z.string().optional(),
  bytes: z.number(),
  /** Of the file, hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Rows of each table. */
  tables: z.record(z.string(), z.number()),
  /** SHA-256 of the ids of what was deleted before: a restore of an older backup deletes it again. */
  deletedIds: z.array(z.string().regex(/^[0-9a-f]{64}$/)),
});

/** Describes a backup, in a small file beside it: enough to see that it is whole, and whether it fits. */
export type Manifest = z.infer<typeof MANIFEST>;

export const manifestFileOf = (backup: string) => `${backup}.json`;
export const secretFileOf = (backup: string) => `${backup}.auth-secret`;

/** Throws, in words for the operator, when there is none, or it is not one of ours. */
export async function readManifest(backup: string): Promise<Manifest> {
  const name = manifestFileOf(backup);
  const text = await readFile(name, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new Error(
      `${name} is not there. A backup is two files, which belong together; without the second, nobody knows whether the first is whole.`,
    );
  });
  try {
    return MANIFEST.parse(JSON.parse(text));
  } catch {
    throw new Error(`${name} is not the second file of a backup, or of one that a newer version made.`);
  }
}

/** SHA-256 of a file, hex. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
