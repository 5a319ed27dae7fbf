import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import type { Db } from '#server/database/database.ts';
import { knowsSchema } from '#server/database/migrate.ts';
import { countRows } from './tables.ts';

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

const KINDS = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;

/** Reads the manifest of a backup. Throws, in words for the operator, when the backup is not whole or does not fit. */
export async function checkBackup(backup: string, kind: Manifest['kind']): Promise<Manifest> {
  const manifest = await readManifest(backup);
  const hash = await hashFile(backup).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Error(`${backup} is not there.`) : error;
  });
  if (hash !== manifest.sha256) {
    throw new Error(
      `${backup} is not as it was when it was made: its SHA-256 is ${hash}, and should be ${manifest.sha256}. Take another backup.`,
    );
  }
  if (manifest.kind !== kind) {
    throw new Error(
      `This is a backup of ${KINDS[manifest.kind]}, and the settings name ${KINDS[kind]}. Restore it where it came from; “npm run operator -- copy” moves a site from SQLite to PostgreSQL.`,
    );
  }
  if (!knowsSchema(manifest.schemaVersion)) {
    throw new Error(
      `This backup is of a newer version of the site (its schema is ${manifest.schemaVersion}). Restore it with that version.`,
    );
  }
  return manifest;
}

/** Throws when the restored tables do not hold exactly as many rows as the manifest says. */
export async function checkCounts(db: Db, { tables }: Manifest): Promise<void> {
  const found = await countRows(db);
  const names = [...new Set([...Object.keys(tables), ...Object.keys(found)])];
  const wrong = names.filter((name) => found[name] !== tables[name]);
  if (wrong.length === 0) return;
  const lines = wrong.map((name) => `  ${name}: ${found[name] ?? 'none'} rows, not ${tables[name] ?? 'any'}`);
  throw new Error(`The backup does not hold what its second file says:\n${lines.join('\n')}`);
}
