import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withScriptsAfterPaint } from './scripts-after-paint.ts';
import { withStyleFirst } from './style-first.ts';

/** Puts in order what each page below a folder loads: its style, its fonts, and after its first paint its scripts. */
export function orderLoading(folder: string): void {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .map((name) => join(folder, name));
  for (const page of pages)
    writeFileSync(page, withScriptsAfterPaint(withStyleFirst(readFileSync(page, 'utf8'))));
}
