import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../advisory-lock.ts';

/**
 * PostgreSQL reads a text with one of these characters as an address, number, path, tag or entity, and does not index its words, so
 * the characters become spaces. Accents stay, unlike on SQLite: PostgreSQL needs seconds to normalise a long run of accents.
 */
export function wordsIn(text: string): string {
  return `to_tsvector('simple', translate(left(${text}, 20000), '@.+_-/:<>&;~', '            '))`;
}

/** Lets the search on PostgreSQL find words inside `<…>` and `&…;` and after `~`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) return;
  for (const [table, columns] of Object.entries(SEARCHED)) {
    const text = columns.map((column) => `new.${column}`).join(` || ' ' || `);
    // An empty column in place of the filled one lets `fillSearch` index all rows again. This changes only the catalogue.
    await sql
      .raw(`alter table ${table} drop column search_words, add column search_words tsvector`)
      .execute(db);
    await sql
      .raw(`create or replace function search_${table}() returns trigger language plpgsql as $$ begin
        new.search_words := ${wordsIn(text)};
        return new;
      end $$`)
      .execute(db);
  }
}

const SEARCHED = { submissions: ['name', 'email', 'message'], users: ['name', 'email'] };
