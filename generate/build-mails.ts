import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileMails } from '#server/mail/compile-mails.ts';

const FOLDER = join(import.meta.dirname, '..', 'build', 'mails');
const FILE = join(FOLDER, 'mails.json');

/**
 * Renders all mails (`content/features.ts`) into one JSON file: subject, text and HTML of each, with placeholders for the values. A
 * mistake in wording or layout ends the build with an error message, and the file of the last build stays.
 */
try {
  const templates = compileMails();
  mkdirSync(FOLDER, { recursive: true });
  // The new file replaces the old one in one step, because a running server may be reading it.
  writeFileSync(`${FILE}.new`, JSON.stringify(templates));
  renameSync(`${FILE}.new`, FILE);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
