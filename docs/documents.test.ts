import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SETTING_NAMES } from '#server/settings/settings.ts';

const ROOT = new URL('../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');
const scripts: Record<string, string> = JSON.parse(read('package.json')).scripts;

const GUIDES = readdirSync(new URL('docs/guides/', ROOT)).map((name) => `docs/guides/${name}`);
const RECORDS = readdirSync(new URL('docs/decisions/', ROOT));

/** Made on the way, or only shown as an example. */
const NOT_IN_A_CLONE = /^(build|data)\/|NNNN|\bdinner\b/;

/** What stands in backquotes and looks like a path: it has a slash, or ends like one of our files. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, quoted]) => quoted ?? '')
    .filter(
      (quoted) =>
        /^[a-z.][\w./-]*(\/|\.(ts|tsx|mjs|json|md|png))$/i.test(quoted) && !NOT_IN_A_CLONE.test(quoted),
    );
}

function commandsIn(text: string): string[] {
  return [...text.matchAll(/`?npm (?:run )?([a-z-]+)`?/g)].map(([, name]) => name ?? '');
}

const PAGES_FOR_READERS = ['newcomer', 'operating', 'scale', 'security', 'settings'].map(
  (name) => `docs/${name}.md`,
);

describe.each(['AGENTS.md', 'README.md', ...PAGES_FOR_READERS, ...GUIDES])('%s', (file) => {
  it('names only paths that exist', () => {
    // In a guide about one folder, a bare file name is a file of the root or of the path named before it.
    const missing = pathsIn(read(file)).filter((path) => !existsSync(new URL(path, ROOT)));
    expect(missing).toEqual([]);
  });

  it('names only commands that exist', () => {
    const own = ['ci', 'install', 'version'];
    expect(commandsIn(read(file)).filter((name) => !(name in scripts) && !own.includes(name))).toEqual([]);
  });
});

it('AGENTS.md names something to check', () => {
  expect(pathsIn(read('AGENTS.md')).length).toBeGreaterThan(10);
  expect(commandsIn(read('AGENTS.md')).length).toBeGreaterThan(4);
});

it('each command of package.json has its program', () => {
  const programs = Object.values(scripts).flatMap((script) =>
    script.split(' ').filter((word) => word.includes('/')),
  );
  expect(programs.filter((path) => !existsSync(new URL(path, ROOT)))).toEqual([]);
});

it('CHANGELOG.md begins with the version of package.json', () => {
  const { version } = JSON.parse(read('package.json'));
  expect(/^## \[(.+?)\] - \d{4}-\d\d-\d\d$/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version);
});

it('docs/settings.md describes each setting, and no other', () => {
  const rows = read('docs/settings.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  expect(named.sort()).toEqual([...SETTING_NAMES].sort());
});

describe('decision records', () => {
  it('have numbers of their own', () => {
    const numbers = RECORDS.map((name) => /^(\d{4})-[a-z0-9-]+\.md$/.exec(name)?.[1]);
    expect(numbers).not.toContain(undefined);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it.each(RECORDS)('%s has its title, date, status and sections', (name) => {
    const text = read(`docs/decisions/${name}`);
    expect(text).toMatch(new RegExp(`^# ${name.slice(0, 4)}: \\S`));
    expect(text).toMatch(/^- Date: \d{4}-\d\d-\d\d$/m);
    expect(text).toMatch(/^- Status: (proposed|accepted|superseded by \d{4})$/m);
    const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    expect(sections).toEqual(['Context', 'Decision', 'Consequences']);
  });

  it.each(RECORDS)('%s names only records that exist', (name) => {
    const named = [...read(`docs/decisions/${name}`).matchAll(/\brecord (\d{4})\b/g)].map(
      ([, number]) => number,
    );
    expect(named.filter((number) => !RECORDS.some((other) => other.startsWith(`${number}-`)))).toEqual([]);
  });
});
