import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGES_OF_PROMISES, SENTENCES_ELSEWHERE } from './content-check/promises.ts';
import { withoutGoneSentences } from './content-check/proofs.ts';

// Runs as a separate process after files of `content/` were removed, because a running process has the old texts loaded.
const FILE = join(import.meta.dirname, '../content/proofs.json');
writeFileSync(FILE, withoutGoneSentences(readFileSync(FILE, 'utf8'), PAGES_OF_PROMISES, SENTENCES_ELSEWHERE));
