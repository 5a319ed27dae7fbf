import type { RemoveSome } from '#server/feature.ts';

/** There are never many, so the limit does not count. */
const removeKeys: RemoveSome = async ({ db }, before) => {
  const { numDeletedRows } = await db
    .deleteFrom('jwks')
    .where('expires_at', '<=', before.toISOString())
    .executeTakeFirst();
  return Number(numDeletedRows);
};

export const tokenRetention: Readonly<Record<string, RemoveSome>> = {
  'signing-keys': removeKeys,
};
