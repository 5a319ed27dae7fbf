import { createHash } from 'node:crypto';

type Words = { readonly short: string; readonly version: string };

/** Mistakes in the versions of notices. A version proves what a person was told, so changed words need a new version. */
export function mistakesInNotices(
  notices: Readonly<Record<string, Words>>,
  items: Readonly<Record<string, unknown>>,
): readonly string[] {
  return Object.entries(notices).flatMap(([name, { short, version }]) => {
    const words = createHash('sha256').update(JSON.stringify([short, items[name]]));
    const expected = words.digest('hex').slice(0, 8);
    return version === expected
      ? []
      : [`content/notices.ts, “${name}”: “version” must be “${expected}” for these words, is “${version}”.`];
  });
}
