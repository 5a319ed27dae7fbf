import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const OPERATORS = join(ROOT, 'server/testing/operators.ts');
const HAS_OPERATORS = existsSync(OPERATORS) && readFileSync(OPERATORS, 'utf8').includes('operatorInside');

/** Edits a copy of the project, and records which files were changed. */
type Copy = ReturnType<typeof editsOf>;

/** The guides that a program can follow, each with its steps. Text that a copy of the project already has stays unchanged. */
export const FOLLOWED: Readonly<Record<string, (copy: Copy) => void>> = {
  'add-a-card': ({ put }) =>
    put('content/products.ts', block('add-a-card'), 'inside', 'export const PRODUCTS: '),

  'add-a-feature': ({ put, write, migration }) => {
    const code = (at: number) => block('add-a-feature', at);
    const words = './features/guest-book.ts';
    write('content/features/guest-book.ts', code(0));
    write('features/guest-book/contract.ts', code(1));
    write('features/guest-book/refusals.ts', code(2));
    migration('guest-book', code(3));
    write('features/guest-book/server/routes.ts', code(4));
    write('features/guest-book/server/console-view.ts', code(5));
    write('features/guest-book/server/feature.ts', code(6));
    // The test is written only if the site has the operators' console, because the test opens it.
    if (HAS_OPERATORS) write('features/guest-book/server/guest-book.integration.test.ts', code(7));
    const server = "import { guestBook } from '#features/guest-book/server/feature.ts';";
    put('server/features.ts', server, 'after', 'import { forms }');
    put('server/features.ts', 'guestBook,', 'after', '  forms,');
    const mails = 'content/features.ts';
    put(mails, `import { GUEST_BOOK_MAIL } from '${words}';`, 'after', "} from './features/forms.ts'");
    put(mails, "{ name: 'guest-book', mails: [GUEST_BOOK_MAIL] },", 'after', "  { name: 'accounts',");
    const [facts, tables] = ['content/feature-data.ts', 'GUEST_BOOK_RETENTION, GUEST_BOOK_TABLES'];
    put(facts, `import { ${tables} } from '${words}';`, 'after', 'import { FORM_RETENTION');
    const line = "{ name: 'guest-book', tables: GUEST_BOOK_TABLES, retention: GUEST_BOOK_RETENTION },";
    put(facts, line, 'after', "  { name: 'forms',");
    put('docs/settings.md', block('add-a-feature', 0, 'markdown'), 'after', '| `PORT` ');
  },

  'add-a-mail': ({ put }) => {
    const mail = `${block('add-a-mail')}\n`;
    put('content/features/forms.ts', mail, 'before', 'export const QUARANTINE_MAIL');
    put('content/features.ts', 'DINNER_MAIL,', 'before', 'DUE_RECEIPT_MAIL,');
  },

  'add-a-page': ({ write }) => write('content/documents/press.md', block('add-a-page', 0, 'markdown')),

  'add-a-page-with-a-form': ({ put, write }) => {
    const code = (at: number) => block('add-a-page-with-a-form', at);
    const definitions = 'features/forms/server/form-definitions.ts';
    const paths = "dinner: '/dinner',\ndinnerThanks: '/dinner-thanks',";
    put('content/page-paths.ts', paths, 'inside', 'export const PAGES = ');
    put('content/pages.ts', code(0), 'inside', 'export const SITE_PAGES: ');
    write('content/dinner.ts', code(1));
    write('content/documents/dinner-thanks.md', block('add-a-page-with-a-form', 0, 'markdown'));
    put(definitions, "import { DINNER } from '#content/dinner.ts';", 'before', 'import { FEEDBACK');
    put(definitions, code(2), 'inside', 'export const FORM_DEFINITIONS: ');
    write('pages/dinner/dinner.tsx', code(3));
  },

  'add-a-plan': ({ put }) => {
    put('content/pricing.ts', block('add-a-plan'), 'inside', 'export const PLANS: ');
    put('content/proofs.json', block('add-a-plan', 0, 'json'), 'inside', '"pricing": {');
  },

  'add-a-post': ({ write }) => {
    // Adds sentences, because a post needs 500 words, but the guide shows only the beginning of a post.
    const sentence =
      'It asks the same question of everyone, and says before the answers come what would count as one. ';
    const post = block('add-a-post', 0, 'markdown');
    write('content/posts/a-fair-test.md', `${post}\n${`${sentence.repeat(10).trim()}\n\n`.repeat(4)}`);
  },

  'add-a-profile-field': ({ put, replace, migration }) => {
    const field = block('add-a-profile-field');
    put('contract/profile-fields.ts', field, 'inside', 'export const PROFILE_FIELDS = ');
    replace('content/profile.ts', 'fields: { name', "fields: { company: 'Company', name");
    migration('company', block('add-a-profile-field', 1));
    put('content/features/accounts-data.ts', "'company',", 'after', "'about',");
    for (const file of ['content/privacy.ts', 'content/proofs.json'])
      replace(file, 'date of birth and a few lines', 'date of birth, company and a few lines');
  },

  'add-a-setting': ({ put }) => {
    put('server/settings/settings.ts', block('add-a-setting'), 'inside', 'fields: {');
    put('server/settings/settings.ts', block('add-a-setting', 1), 'inside', '    return {\n');
    put('docs/settings.md', block('add-a-setting', 0, 'markdown'), 'after', '| `PORT` ');
  },

  'add-a-team-member': ({ put }) =>
    put('content/team.ts', block('add-a-team-member'), 'inside', 'const MEMBERS: '),
};

/** A code block of a guide, as a reader would copy it. */
function block(guide: string, at = 0, language = 'ts'): string {
  const text = readFileSync(join(ROOT, `docs/guides/${guide}.md`), 'utf8');
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
  const edit = (file: string, change: (text: string) => string) => {
    touched.add(file);
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, change(existsSync(path) ? readFileSync(path, 'utf8') : ''));
  };
  const write = (file: string, code: string) => edit(file, (text) => text || code);
  /** Adds code before or after each line that contains `words`, or indented below it. Skips code that the file has already. */
  const put = (file: string, code: string, where: 'before' | 'after' | 'inside', words: string) =>
    edit(file, (text) => {
      if (!text.includes(words)) throw new Error(`${file} has no ${words}.`);
      return text.replaceAll(/.*\n/g, (line) => {
        if (!line.includes(words)) return line;
        const indent = line.search(/\S/) + (where === 'inside' ? 2 : 0);
        const added = code.replace(/\n?$/, '\n').replaceAll(/^(?=.)/gm, ' '.repeat(indent));
        if (text.includes(added)) return line;
        return where === 'before' ? added + line : line + added;
      });
    });
  return {
    touched,
    write,
    put,
    replace: (file: string, from: string, to: string) => edit(file, (text) => text.replaceAll(from, to)),
    /** Adds a migration with the next number, and its line in the list. */
    migration: (name: string, code: string) => {
      const list = 'server/database/migrate.ts';
      const text = readFileSync(join(folder, list), 'utf8');
      if (text.includes(`-${name}'`)) return;
      const [last = '0'] = [...text.matchAll(/^ {2}'(\d{4})-/gm)].map(([, number]) => number).toReversed();
      const file = `${String(Number(last) + 1).padStart(4, '0')}-${name}`;
      const imported = name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
      write(`server/database/migrations/${file}.ts`, code);
      put(
        list,
        `import * as ${imported} from './migrations/${file}.ts';`,
        'before',
        'import type { Schema }',
      );
      put(list, `'${file}': ${imported},`, 'after', `  '${last}-`);
    },
  };
}
