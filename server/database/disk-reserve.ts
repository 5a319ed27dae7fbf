import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseLocation } from './database.ts';

const FILE = 'reserve';
/** What a deletion writes on SQLite: the pages that it empties, and its log. */
const BYTES = 4 * 1024 * 1024;
/** A reserve on a small or nearly full disk would itself be what fills it. */
const NEEDED = 4 * BYTES;

/**
 * Keeps some room in the SQLite folder for deletions, which write before they free anything. To be called now and then: it
 * makes the reserve anew when it was used. Never throws.
 */
export function keepReserve(location: DatabaseLocation): void {
  try {
    const file = reserveOf(location);
    if (file === undefined || existsSync(file) || freeBytes(file) < NEEDED) return;
    // Random: some file systems store nothing for zeros.
    writeFileSync(file, randomBytes(BYTES), { mode: 0o600 });
  } catch {
    // Without room, or where nothing may be written, there is none.
  }
}

/** Gives the reserve up where the disk is full, so that what comes next can delete. Never throws. */
export function releaseReserve(location: DatabaseLocation): void {
  try {
    const file = reserveOf(location);
    if (file !== undefined && freeBytes(file) < BYTES / 4) rmSync(file, { force: true });
  } catch {
    // Where nothing may be written, there is none.
  }
}

function reserveOf(location: DatabaseLocation): string | undefined {
  return location.kind === 'sqlite' ? join(dirname(location.file), FILE) : undefined;
}

function freeBytes(file: string): number {
  const { bavail, bsize } = statfsSync(dirname(file));
  return bavail * bsize;
}
