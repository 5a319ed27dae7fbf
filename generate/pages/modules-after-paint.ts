import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCRIPT_START } from '#contract/script-start.ts';

/** Makes the modules of each page in a folder wait for the page's first paint (docs/decisions/0055). */
export function deferModules(folder: string): void {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .map((name) => join(folder, name));
  for (const page of pages) writeFileSync(page, withModulesAfterPaint(readFileSync(page, 'utf8')));
}

/** @internal The HTML with delayed modules. Tags that the pattern does not match stay unchanged and load with the page. */
export function withModulesAfterPaint(html: string): string {
  return html
    .replaceAll('<link rel="modulepreload"', `<link rel="${SCRIPT_START.relation}"`)
    .replaceAll('<script type="module"', `<script type="${SCRIPT_START.type}"`);
}
