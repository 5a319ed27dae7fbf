/** RFC 2606 and RFC 6761 reserve these domain names, so a value with one is a sample. */
const RESERVED =
  /(?<![\w-])(?:[\w-]+\.)*(?:example\.(?:com|org|net)|[\w-]+\.(?:example|test|invalid))(?![\w-]|\.\w)/i;

const MARKED = /\(sample\b/i;

/** This address only shows people the form of an address, so it is no sample. */
const PLACEHOLDER_ADDRESS = /\bname@example\.com\b/gi;

const BRAND_FILE = 'content/brand.ts';

type Sample = {
  readonly path: string;
  readonly value: string;
  /** True if the sample has the field `sample: true`, which must be changed together with the value. */
  readonly isMarked?: true;
};

export function isSample(text: string): boolean {
  const rest = text.replace(PLACEHOLDER_ADDRESS, '');
  return RESERVED.test(rest) || MARKED.test(rest);
}

/**
 * Leaves out texts that repeat a value of the brand or contain another sample.
 * @param content exports of each content file, by path
 */
export function unsetSamples(
  content: Readonly<Record<string, unknown>>,
): readonly (Sample & { readonly file: string })[] {
  const samples = Object.entries(content).flatMap(([file, exports]) =>
    findSamples(exports, '').map((sample) => ({ file, ...sample })),
  );
  const ofBrand = new Set(samples.flatMap(({ file, value }) => (file === BRAND_FILE ? [value] : [])));
  return samples
    .filter(({ value: text }) => {
      const rest = withoutOthers(text, samples);
      return rest === text || isSample(rest);
    })
    .filter(({ file, value }) => file === BRAND_FILE || !ofBrand.has(value))
    .map((sample) => ({ ...sample, value: sample.value.replace(/\n[\s\S]*/, ' …') }));
}

/** Removes the samples in a text, unless the whole text is one. Keeps an address that only ends like a sample. */
function withoutOthers(text: string, samples: readonly Sample[]): string {
  return samples
    .filter(({ value }) => value !== text)
    .reduce(
      (rest, { value }) =>
        rest.replaceAll(new RegExp(`(?<![\\w.@/-])${RegExp.escape(value)}(?![\\w@/-]|\\.\\w)`, 'g'), ''),
      text,
    );
}

/** Lists the samples by their paths, such as `BRAND.contactEmail`. An object with `sample: true` is listed once, without its fields. */
function findSamples(value: unknown, path: string): readonly Sample[] {
  if (typeof value === 'string') return isSample(value) ? [{ path, value }] : [];
  if (Array.isArray(value)) return value.flatMap((item, index) => findSamples(item, `${path}[${index}]`));
  if (typeof value !== 'object' || value === null) return [];
  if ('sample' in value && value.sample === true) return [{ path, value: firstText(value), isMarked: true }];
  return Object.entries(value).flatMap(([key, item]) =>
    findSamples(item, path === '' ? key : `${path}.${key}`),
  );
}

function firstText(value: object): string {
  for (const item of Object.values(value)) {
    if (typeof item === 'string') return item;
    if (typeof item === 'object' && item !== null) return firstText(item);
  }
  return Object.keys(value).join(', ');
}
