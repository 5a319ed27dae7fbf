import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCRIPT_START } from '#contract/script-start.ts';

/** Lets the modules of each page in a folder wait for its first paint (docs/decisions/0055). */
export function deferModules(folder: string): void {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .map((name) => join(folder, name));
  for (const page of pages) writeFileSync(page, withModulesAfterPaint(readFileSync(page, 'utf8')));
}

/** @internal Tags that are not found stay as they are, and load with the page. */
export function withModulesAfterPaint(html: string): string {
  return html
    .replaceAll('<link rel="modulepreload"', `<link rel="${SCRIPT_START.relation}"`)
    .replaceAll('<script type="module"', `<script type="${SCRIPT_START.type}"`);
}
