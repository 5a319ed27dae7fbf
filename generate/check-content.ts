import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { NOTICE_ITEMS } from '#content/notice-items.ts';
import { NOTICES } from '#content/notices.ts';
import { BUILT_IN_PAGES, PAGES } from '#content/page-paths.ts';
import { SITE_PAGES } from '#content/pages.ts';
import { PLANS } from '#content/pricing.ts';
import { mistakesInNotices, mistakesInPages, mistakesInPlans } from './content-check/lists.ts';
import { checkMarkdown } from './content-check/markdown.ts';
import { mistakesInProofs, readProofs, withoutGoneSentences } from './content-check/proofs.ts';
import { mistakesInWords } from './content-check/words.ts';

const ROOT = join(import.meta.dirname, '..');
const PROOFS = join(ROOT, 'content/proofs.json');

/**
 * All mistakes in the texts of the site, one sentence each; empty if the pages can be built. Rules for single files are in
 * `generate/content-check/`.
 */
async function mistakesInContent(): Promise<readonly string[]> {
  const types = mistakesInTypes();
  // Stops here, because content with type errors may not load, and later checks would repeat the mistake.
  if (types.length > 0) return types;
  const pages = [...SITE_PAGES.map(({ path }) => path), ...Object.values(BUILT_IN_PAGES)];
  const { mistakes, paths } = checkMarkdown(ROOT, pages);
  const known = new Set<string>([...pages, ...paths]);
  // A link by page key disappears with its page, so every key is allowed. A link by path does not, so its page must exist.
  for (const key of Object.keys(PAGES)) known.add(key);
  const files = globSync('content/{,features/}*.ts', { cwd: ROOT, exclude: ['**/*.test.ts'] }).sort();
  const found = await Promise.all(
    files.map(async (file) => {
      const exports = await load(join(ROOT, file));
      if (exports instanceof Error) return [`${file} does not load: ${exports.message}`];
      return [
        ...mistakesInWords(file, exports, known),
        ...(file === 'content/pricing.ts' ? mistakesInPlans(PLANS) : []),
        ...(file === 'content/notices.ts' ? mistakesInNotices(NOTICES, NOTICE_ITEMS) : []),
      ];
    }),
  );
  const words = [...mistakesInPages(SITE_PAGES, ROOT), ...mistakes, ...found.flat()];
  // Promises are checked last, because correcting the other mistakes may change their sentences.
  return words.length > 0 ? words : mistakesInPromises();
}

async function mistakesInPromises(): Promise<readonly string[]> {
  const { proofs, mistakes } = readProofs(readFileSync(PROOFS, 'utf8'));
  if (mistakes.length > 0) return mistakes;
  const { PAGES_OF_PROMISES, SENTENCES_ELSEWHERE } = await import('./content-check/promises.ts');
  return mistakesInProofs(proofs, PAGES_OF_PROMISES, SENTENCES_ELSEWHERE);
}

/** Type errors as sentences, in the content and the code of `contract/` that it uses. Takes about half a second. */
function mistakesInTypes(): readonly string[] {
  const args = ['node_modules/typescript/bin/tsc', '-b', 'contract', '--pretty', 'false'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  if (status === 0) return [];
  const lines = `${stdout}${stderr}`.split('\n').filter((line) => line.trim() !== '');
  // Shortens a message of the compiler: `content/team.ts(47,7): error TS2820: …` becomes `content/team.ts, line 47: …`.
  return lines.map((line) => line.replace(/^([^\s(]+)\((\d+),\d+\): error TS\d+: /, '$1, line $2: '));
}

async function load(path: string): Promise<Record<string, unknown> | Error> {
  try {
    return await import(pathToFileURL(path).href);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

// `--drop-old-proofs` removes the proofs of deleted sentences. `npm run remove` and `npm run setup` start it as a process of its
// own, because a running process has the old texts loaded.
if (import.meta.main && process.argv.includes('--drop-old-proofs')) {
  const { PAGES_OF_PROMISES, SENTENCES_ELSEWHERE } = await import('./content-check/promises.ts');
  const text = readFileSync(PROOFS, 'utf8');
  writeFileSync(PROOFS, withoutGoneSentences(text, PAGES_OF_PROMISES, SENTENCES_ELSEWHERE));
} else if (import.meta.main) {
  const mistakes = await mistakesInContent();
  if (mistakes.length > 0) {
    process.stderr.write(`${mistakes.join('\n')}\n`);
    process.exitCode = 1;
  }
}
