import type { Db } from '#server/database/database.ts';

const REFERENCE = /^[\da-f]{8}$/;

/** What people and operators call a submission by: the beginning of its id. */
export function referenceOf({ id }: { readonly id: string }): string {
  return id.slice(0, 8);
}

/** The id of the submission that a reference means; undefined for any other text, and where there are none or several. */
export async function findByReference(db: Db, text: string): Promise<string | undefined> {
  const reference = text.trim().toLowerCase();
  if (!REFERENCE.test(reference)) return undefined;
  const rows = await db
    .selectFrom('submissions')
    .select('id')
    // Ids are hexadecimal digits: after all that begin so comes a letter that is none.
    .where('id', '>=', reference)
    .where('id', '<', `${reference}g`)
    .limit(2)
    .execute();
  return rows.length === 1 ? rows[0]?.id : undefined;
}
