import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compileMails } from '#server/mail/compile-mails.ts';

/** Where the server looks for the finished mail templates. */
export const MAILS_FILE = join(import.meta.dirname, '..', 'build', 'mails', 'mails.json');

/**
 * Renders the mails of `content/mails.ts` into one JSON file: subject, text and HTML per kind, placeholders left
 * for the values. Throws with a sentence for people when the wording or the layout does not hold; then the file of
 * the last build stays.
 */
export async function buildMails(file: string = MAILS_FILE): Promise<void> {
  const templates = await compileMails();
  mkdirSync(dirname(file), { recursive: true });
  // Whole or not at all: a running server may be reading it.
  writeFileSync(`${file}.new`, JSON.stringify(templates));
  renameSync(`${file}.new`, file);
}

if (import.meta.main) {
  try {
    await buildMails();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
