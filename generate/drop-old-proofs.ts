import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGES_OF_PROMISES, SENTENCES_ELSEWHERE } from './content-check/promises.ts';
import { type PageOfPromises, type Proofs, readProofs } from './content-check/proofs.ts';

/**
 * Deletes the entries of `content/proofs.json` whose sentences no longer stand in `content/`. A process of its own, as the words are
 * loaded once.
 */
const FILE = join(import.meta.dirname, '../content/proofs.json');
const pages: Readonly<Record<string, PageOfPromises>> = PAGES_OF_PROMISES;

const { proofs } = readProofs(readFileSync(FILE, 'utf8'));
const left: Proofs = Object.fromEntries(
  Object.entries(proofs).map(([page, entries]) => {
    const sentences = page === 'elsewhere' ? SENTENCES_ELSEWHERE : (pages[page]?.sentences ?? []);
    return [page, Object.fromEntries(Object.entries(entries).filter(([text]) => sentences.includes(text)))];
  }),
);
writeFileSync(FILE, `${JSON.stringify(left, null, 2)}\n`);
