import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { SCRIPT_START } from '#contract/script-start.ts';

const TEXT = ['.js', '.css', '.svg'];
const LEVEL = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

/**
 * Writes `x.br` and `x.gz` beside each text file of the folder, at the best compression, for the server to send. Runs last,
 * because the router adds its manifest after Vite's files.
 */
export function compressAssets(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!TEXT.includes(extname(name))) continue;
    const path = join(folder, name);
    const content = readFileSync(path);
    writeFileSync(`${path}.br`, brotliCompressSync(content, LEVEL));
    writeFileSync(`${path}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
  }
}

/**
 * Makes the modules of each page in a folder wait for the page's first paint (docs/decisions/0055). Other tags stay unchanged
 * and load with the page.
 */
export function deferModules(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.html')) continue;
    const page = readFileSync(join(folder, name), 'utf8')
      .replaceAll('<link rel="modulepreload"', `<link rel="${SCRIPT_START.relation}"`)
      .replaceAll('<script type="module"', `<script type="${SCRIPT_START.type}"`);
    writeFileSync(join(folder, name), page);
  }
}
