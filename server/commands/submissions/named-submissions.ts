import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { UsageError } from '../usage-error.ts';

export type Named =
  | { readonly kind: 'found'; readonly id: string }
  | { readonly kind: 'missing'; readonly typed: string }
  | { readonly kind: 'ambiguous'; readonly typed: string };

const SHORTEST = 6;

/**
 * Finds the submission that each typed id, or the beginning of one, means; each once, in the order typed. Throws
 * `UsageError` for a beginning that is too short to mean one.
 */
export async function findNamed(db: Db, typed: readonly string[]): Promise<Named[]> {
  const short = typed.find((text) => text.length < SHORTEST);
  if (short !== undefined) {
    throw new UsageError(`“${short}” is too short: type at least ${SHORTEST} characters of the id.`);
  }
  const named: Named[] = [];
  for (const text of new Set(typed)) named.push(await findOne(db, text));
  const found = new Set<string>();
  return named.filter((one) => one.kind !== 'found' || (!found.has(one.id) && found.add(one.id)));
}

/** What to say of an id that means no submission. */
export function notFoundSentence(named: Exclude<Named, { kind: 'found' }>): string {
  return named.kind === 'missing'
    ? `There is no submission ${named.typed}.`
    : `Several submissions begin with ${named.typed}: type more of the id.`;
}

async function findOne(db: Db, typed: string): Promise<Named> {
  const rows = await db
    .selectFrom('submissions')
    .select('id')
    .where(sql`substr(id, 1, ${sql.lit(typed.length)})`, '=', typed)
    // The whole id first: it counts even where it is the beginning of another.
    .orderBy(sql`length(id)`)
    .limit(2)
    .execute();
  const [first, second] = rows;
  if (first === undefined) return { kind: 'missing', typed };
  return first.id === typed || second === undefined
    ? { kind: 'found', id: first.id }
    : { kind: 'ambiguous', typed };
}
