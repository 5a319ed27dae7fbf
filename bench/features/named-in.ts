import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
/** Tests of others, what only they use, journeys, and migrations, which are never removed. */
const APART = /\.(?:test|spec)\.tsx?$|\/testing\/|^e2e\/|\/migrations\//;

/** The tracked files outside a feature’s own folders that import or name it; those of the browser side apart. */
export function filesNaming(name: string): {
  readonly others: readonly string[];
  readonly browser: readonly string[];
} {
  const listed = execFileSync('git', ['ls-files', '-z', '*.ts', '*.tsx'], { cwd: ROOT, encoding: 'utf8' });
  const own = new RegExp(`^(?:features/${name}/|content/features/${name}[-.])`);
  const naming = listed
    .split('\0')
    .filter((file) => file !== '' && !own.test(file) && !APART.test(file))
    .filter((file) => isNamedIn(readFileSync(join(ROOT, file), 'utf8'), name, file.startsWith('content/')));
  return {
    others: naming.filter((file) => !file.startsWith('web/')),
    browser: naming.filter((file) => file.startsWith('web/')),
  };
}

/** A name of one word, like `console`, is an ordinary word as well: then only an import or the quoted name counts. */
function isNamedIn(text: string, name: string, isContent: boolean): boolean {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/ .*/g, '');
  if (code.includes(`features/${name}/`) || new RegExp(`features/${name}[-.][\\w-]*\\.?ts'`).test(code))
    return true;
  if (new RegExp(`'${name}'`).test(code)) return true;
  if (!name.includes('-')) return false;
  // What content says in its texts is prose.
  const names = isContent ? code.replace(/'[^'\n]*'|`[^`]*`/g, '') : code;
  const camel = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return new RegExp(`\\b(?:${name}|${camel}|${name.replaceAll('-', '_')})`, 'i').test(names);
}
