import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const GUIDES_FOLDER = join(import.meta.dirname, '../../docs/guides');

const OPERATORS = join(import.meta.dirname, '../../server/testing/operators.ts');
const HAS_OPERATORS = existsSync(OPERATORS) && readFileSync(OPERATORS, 'utf8').includes('operatorInside');

/** Edits a copy of the project, and records which files were changed. */
export type Copy = ReturnType<typeof editsOf>;

/** The files of the guest book in the order of the guide's code blocks, and its migration. */
const GUEST_BOOK_FILES = [
  'content/features/guest-book.ts',
  'features/guest-book/contract.ts',
  'features/guest-book/refusals.ts',
  'migration',
  'features/guest-book/server/routes.ts',
  'features/guest-book/server/console-view.ts',
  'features/guest-book/server/feature.ts',
  'features/guest-book/server/guest-book.integration.test.ts',
] as const;

/** Every guide whose code changes a program can make, with its steps. Text that a copy already has stays unchanged. */
export const FOLLOWED: Readonly<Record<string, (copy: Copy) => void>> = {
  'add-a-card': (copy) =>
    copy.insert('content/products.ts', /^export const PRODUCTS.* = \[$/m, snippetOf('add-a-card')),

  'add-a-feature': (copy) => {
    const guide = 'add-a-feature';
    for (const [at, file] of GUEST_BOOK_FILES.entries()) {
      // The test opens the operators' console, which a site may have removed.
      if (file.endsWith('.test.ts') && !HAS_OPERATORS) continue;
      if (file === 'migration') copy.migration('guest-book', snippetOf(guide, at));
      else copy.write(file, snippetOf(guide, at));
    }
    const addLine = (file: string, mark: string, before: RegExp, line: string) =>
      copy.add(file, mark, before, (found) => found + line);
    const [server, mails, facts] = ['server/features.ts', 'content/features.ts', 'content/feature-data.ts'];
    const from = (room: string) => ` } from '${room}';\n`;
    const imported = '#features/guest-book/server/feature.ts';
    addLine(server, imported, /^import \{ forms \}.*\n/gm, `import { guestBook${from(imported)}`);
    addLine(server, '  guestBook,', /^ {2}forms,\n/gm, '  guestBook,\n');
    const content = './features/guest-book.ts';
    addLine(
      mails,
      content,
      /^.* from '.\/features\/forms.ts';\n/gm,
      `import { GUEST_BOOK_MAIL${from(content)}`,
    );
    const mailsLine = `  { name: 'guest-book', mails: [GUEST_BOOK_MAIL] },\n`;
    addLine(mails, mailsLine, /^ {2}\{ name: 'accounts',.*\n/gm, mailsLine);
    const bothFacts = `import { GUEST_BOOK_RETENTION, GUEST_BOOK_TABLES${from(content)}`;
    addLine(facts, content, /^.* from '.\/features\/forms-data.ts';\n/gm, bothFacts);
    const factsLine = `  { name: 'guest-book', tables: GUEST_BOOK_TABLES, retention: GUEST_BOOK_RETENTION },\n`;
    addLine(facts, factsLine, /^ {2}\{ name: 'forms',.*\n/gm, factsLine);
    addLine('docs/settings.md', '`GUEST_BOOK`', /^\| `PORT` .*\n/gm, snippetOf(guide, 0, 'markdown'));
  },

  'add-a-mail': (copy) => {
    const mail = snippetOf('add-a-mail');
    const last = /^export const QUARANTINE_MAIL/gm;
    copy.add('content/features/forms.ts', 'DINNER_MAIL', last, (line) => `${mail}\n${line}`);
    const first = /^ +DUE_RECEIPT_MAIL,\n/gm;
    const listed = (line: string) => line.replace('DUE_RECEIPT', 'DINNER') + line;
    copy.add('content/features.ts', 'DINNER_MAIL', first, listed);
  },

  'add-a-page': (copy) => copy.write('content/documents/press.md', snippetOf('add-a-page', 0, 'markdown')),

  'add-a-page-with-a-form': (copy) => {
    const guide = 'add-a-page-with-a-form';
    const paths = "dinner: '/dinner',\ndinnerThanks: '/dinner-thanks',";
    const definitions = 'features/forms/server/form-definitions.ts';
    copy.insert('content/page-paths.ts', /^export const PAGES = \{$/m, paths);
    copy.insert('content/pages.ts', /^export const SITE_PAGES.* = \[$/m, snippetOf(guide));
    copy.write('content/dinner.ts', snippetOf(guide, 1));
    copy.write('content/documents/dinner-thanks.md', snippetOf(guide, 0, 'markdown'));
    const first = /^import \{ FEEDBACK/gm;
    copy.add(
      definitions,
      'dinner.ts',
      first,
      (line) => `import { DINNER } from '#content/dinner.ts';\n${line}`,
    );
    copy.insert(definitions, /^export const FORM_DEFINITIONS.* = \[$/m, snippetOf(guide, 2));
    copy.write('pages/dinner/dinner.tsx', snippetOf(guide, 3));
  },

  'add-a-plan': (copy) => {
    copy.insert('content/pricing.ts', /^export const PLANS.* = \[$/m, snippetOf('add-a-plan'));
    copy.insert('content/proofs.json', /^ {2}"pricing": \{$/m, snippetOf('add-a-plan', 0, 'json'), 4);
  },

  'add-a-post': (copy) => {
    // A post needs 500 words, but the guide shows only its beginning.
    const body =
      'It asks the same question of everyone, and says before the answers come what would count as one. ';
    const post = snippetOf('add-a-post', 0, 'markdown');
    copy.write('content/posts/a-fair-test.md', `${post}\n${`${body.repeat(10).trim()}\n\n`.repeat(4)}`);
  },

  'add-a-profile-field': (copy) => {
    const guide = 'add-a-profile-field';
    copy.insert('contract/profile-fields.ts', /^export const PROFILE_FIELDS = \{$/m, snippetOf(guide));
    copy.add(
      'content/profile.ts',
      'company: ',
      /^ {2}fields: \{ /gm,
      (line) => `${line}company: 'Company', `,
    );
    copy.migration('company', snippetOf(guide, 1));
    copy.add(
      'content/features/accounts-data.ts',
      "'company',",
      /^ +'about',\n/gm,
      (line) => line + line.replace('about', 'company'),
    );
    const sentence = 'Gender, date of birth and a few lines about you are optional.';
    const said = 'Gender, date of birth, company and a few lines about you are optional.';
    for (const file of ['content/privacy.ts', 'content/proofs.json'])
      copy.add(file, said, sentence, () => said);
  },

  'add-a-setting': (copy) => {
    const settings = 'server/settings/settings.ts';
    copy.insert(settings, /^ {2}fields: \{$/m, snippetOf('add-a-setting'), 4);
    copy.insert(settings, /^ {4}return \{$/m, snippetOf('add-a-setting', 1), 6);
    const row = snippetOf('add-a-setting', 0, 'markdown');
    copy.add('docs/settings.md', '`DINNER_SEATS`', /^\| `PORT` .*\n/gm, (line) => line + row);
  },

  'add-a-team-member': (copy) =>
    copy.insert('content/team.ts', /^const MEMBERS.* = \[$/m, snippetOf('add-a-team-member')),
};

/** A code block of a guide, as a reader would copy it. */
function snippetOf(guide: string, at = 0, language = 'ts'): string {
  const text = readFileSync(join(GUIDES_FOLDER, `${guide}.md`), 'utf8');
  const blocks = [...text.matchAll(/^( *)(`{3,})(\w+)\n([\s\S]*?\n) *\2$/gm)].filter(
    ([, , , found = '']) => found.replace(/x$/, '') === language,
  );
  const [, indent = '', , , code] = blocks[at] ?? [];
  if (code === undefined) throw new Error(`docs/guides/${guide}.md has no ${language} block no. ${at + 1}.`);
  return code.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
}

/** @param folder The root of a copy of the project. */
export function editsOf(folder: string) {
  const touched = new Set<string>();
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const write = (file: string, text: string) => {
    touched.add(file);
    if (existsSync(join(folder, file))) return;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  const add = (file: string, mark: string, from: string | RegExp, to: (found: string) => string) => {
    touched.add(file);
    const before = read(file);
    if (before.includes(mark)) return;
    if (before.search(from) === -1) throw new Error(`${file} has no ${from}.`);
    writeFileSync(join(folder, file), before.replaceAll(from, to));
  };
  return {
    touched,
    write,
    /** Inserts text beside an existing text or replaces that text, unless the file already contains the given marker. */
    add,
    /** Inserts a snippet after the line that opens a list or an object, unless it already has an entry of that name. */
    insert: (file: string, opening: RegExp, snippet: string, indent = 2) => {
      // Finds the line that names an entry of a list, or the key of an object's entry.
      const [name] =
        /^(?:id|name|path|title): .*|^(?![\s\S]*^(?:id|name|path|title): )['"]?\w[\w -]*['"]?: /m.exec(
          snippet.replaceAll(/^ +/gm, ''),
        ) ?? [];
      const before = read(file);
      const from = before.search(opening);
      if (name === undefined || from === -1) throw new Error(`${file} has no ${opening} for ${snippet}`);
      touched.add(file);
      const isThere = before
        .slice(from)
        .split('\n')
        .some((line) => line.trim().startsWith(name));
      if (isThere) return;
      const shifted = snippet.trimEnd().replaceAll(/^(?=.)/gm, ' '.repeat(indent));
      writeFileSync(
        join(folder, file),
        before.replace(opening, (line) => `${line}\n${shifted}`),
      );
    },
    /** Adds a migration with the next number, and its line in the list. */
    migration: (name: string, code: string) => {
      const list = 'server/database/migrate.ts';
      if (read(list).includes(`-${name}'`)) return;
      const last = Math.max(
        ...[...read(list).matchAll(/^ {2}'(\d{4})-/gm)].map(([, number]) => Number(number)),
      );
      const file = `${String(last + 1).padStart(4, '0')}-${name}`;
      const imported = name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
      write(`server/database/migrations/${file}.ts`, code);
      add(
        list,
        `${file}.ts`,
        "import type { Schema } from './schema.ts';\n",
        (line) => `import * as ${imported} from './migrations/${file}.ts';\n${line}`,
      );
      add(
        list,
        `'${file}':`,
        /^export const MIGRATIONS = \{[^}]+/gm,
        (lines) => `${lines}  '${file}': ${imported},\n`,
      );
    },
  };
}
