import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
/** Files not counted: tests, code that only tests use, benchmarks, and migrations, which stay when a feature is removed. */
const APART = /\.(?:test|spec)\.tsx?$|\/testing\/|^(?:e2e|bench)\/|\/migrations\/|\/migrate\.ts$/;

/** The tracked files outside a feature’s own folders that import or name the feature. Browser files are listed apart. */
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

/** A name that is also an ordinary word, like `console`, counts only in an import or in quotes. */
function isNamedIn(text: string, name: string, isContent: boolean): boolean {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/ .*/g, '');
  if (new RegExp(`features/${name}(?:/|[-\\w]*\\.ts')|'${name}'`).test(code)) return true;
  if (!name.includes('-')) return false;
  const [first = '', ...others] = name.split('-');
  const camel = first + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  const snake = name.replaceAll('-', '_');
  if (new RegExp(`['/]${name}['/]`).test(code)) return true;
  const names = [camel, camel.charAt(0).toUpperCase() + camel.slice(1), snake, snake.toUpperCase()];
  // String values in `content/` are prose, so a feature's name in them does not count.
  const values = isContent ? code.replace(/'[^'\n]*'|`[^`]*`/g, '') : code;
  return new RegExp(`\\b(?:${names.join('|')})(?![a-z])`).test(values);
}
