import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { counted } from '../counted.ts';

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
});

/** What is told of a backup, in a small file beside it: enough to see that it is whole, and whether it fits. */
export type Manifest = z.infer<typeof MANIFEST>;

export const manifestNameOf = (backup: string) => `${backup}.json`;
export const secretNameOf = (backup: string) => `${backup}.auth-secret`;

/** Throws, in words for the operator, when there is none, or it is not one of ours. */
export async function readManifest(backup: string): Promise<Manifest> {
  const name = manifestNameOf(backup);
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

/** “3 accounts, 12 submissions, 40 rows in 9 other tables” */
export function countsSentence(tables: Manifest['tables']): string {
  const { users = 0, submissions = 0, ...others } = tables;
  const rows = Object.values(others).reduce((sum, count) => sum + count, 0);
  return `${counted(users, 'account')}, ${counted(submissions, 'submission')}, ${counted(rows, 'row')} in ${counted(Object.keys(others).length, 'other table')}`;
}
