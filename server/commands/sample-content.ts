/** Names that RFC 2606 and RFC 6761 reserve: nothing real lives there, so a value on one is a sample. */
const RESERVED =
  /(?<![\w-])(?:[\w-]+\.)*(?:example\.(?:com|org|net)|[\w-]+\.(?:example|test|invalid))(?![\w-]|\.\w)/i;

/** How the content marks a sample that is not an address. */
const MARKED = /\(sample\b/i;

export type SampleValue = { readonly path: string; readonly value: string };

/** Shows people what an address looks like; it is meant to stay. */
const PATTERN = /\bname@example\.com\b/gi;

/** Whether a text is, or holds, a sample value. */
export function isSample(text: string): boolean {
  const meant = text.replace(PATTERN, '');
  return RESERVED.test(meant) || MARKED.test(meant);
}

/**
 * Every text inside `value` that is still a sample, with the way to it (`BRAND.address[0]`). An entry with
 * `sample: true` is a sample as a whole, and is named once, by its first text: its visitors read no mark. Goes through
 * objects and lists of any shape; functions are not called, so what they make is not covered.
 */
export function findSamples(value: unknown, path: string): readonly SampleValue[] {
  if (typeof value === 'string') return isSample(value) ? [{ path, value }] : [];
  if (Array.isArray(value)) return value.flatMap((item, index) => findSamples(item, `${path}[${index}]`));
  if (typeof value !== 'object' || value === null) return [];
  if ('sample' in value && value.sample === true) return [{ path, value: firstText(value) }];
  return Object.entries(value).flatMap(([key, item]) =>
    findSamples(item, path === '' ? key : `${path}.${key}`),
  );
}

/** The first text inside an entry, which is what its file shows first too; its keys when it holds none. */
function firstText(value: object): string {
  for (const item of Object.values(value)) {
    if (typeof item === 'string') return item;
    if (typeof item === 'object' && item !== null) return firstText(item);
  }
  return Object.keys(value).join(', ');
}
