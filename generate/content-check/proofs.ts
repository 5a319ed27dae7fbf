import { z } from 'zod';
import { BRAND } from '#content/brand.ts';
import { sentencesFor } from './words.ts';

/** The sentences of a page that makes promises, and the files that contain them. */
export type PageOfPromises = { readonly from: string; readonly sentences: readonly string[] };

export type Proofs = Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;

/** The texts of `content/brand.ts` and their field names. Longer texts come first: the company's name begins with the product's. */
const { locality, region } = BRAND.address;
const WORDS = Object.entries({ ...BRAND, locality, region })
  .flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []))
  .sort(([, a], [, b]) => b.length - a.length);

/** A text with placeholders, such as `{product}`, in place of the words of `content/brand.ts`. */
export function withoutBrand(text: string): string {
  return WORDS.reduce((rest, [name, value]) => rest.replaceAll(value, `{${name}}`), text);
}

/**
 * A sentence with its placeholders filled. Sentences are compared in this form, because names can be equal or parts of other words:
 * if the company and the product are both “Acme”, `withoutBrand` writes `{product}` for both.
 */
const withBrand = (sentence: string) =>
  WORDS.reduce((rest, [name, value]) => rest.replaceAll(`{${name}}`, () => value), sentence);

function isIn(sentences: readonly string[], sentence: string): boolean {
  return sentences.some((each) => withBrand(each) === withBrand(sentence));
}

/** The placeholder for the proof in a suggested entry, which a person must replace. */
const PLACEHOLDER = 'PROOF';

const PROOF = z
  .string()
  .regex(/^(?:owner|none|[PVA]-?[\d.-]+)$/, 'must be “owner”, “none” or the id of a test, such as “P-017”');

const SCHEMA = z.record(
  z.string(),
  z.record(z.string(), PROOF.or(z.array(PROOF).min(2)), 'must be sentences with their proofs'),
);

/** The entries of `content/proofs.json`, or the mistakes in that file, one sentence each. */
export function readProofs(text: string): { readonly proofs: Proofs; readonly mistakes: readonly string[] } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { proofs: {}, mistakes: [`content/proofs.json is not JSON: ${String(error)}`] };
  }
  const found = SCHEMA.safeParse(value);
  return found.success
    ? { proofs: found.data, mistakes: [] }
    : { proofs: {}, mistakes: sentencesFor('content/proofs.json', found.error, value) };
}

/**
 * Reports sentences without a proof and proofs without a sentence, with the lines to add or delete. Both the build and `npm test`
 * print the reports.
 *
 * @param pages pages on which every sentence needs a proof
 * @param elsewhere other pages; only sentences listed for them in the file are checked
 */
export function mistakesInProofs(
  proofs: Proofs,
  pages: Readonly<Record<string, PageOfPromises>>,
  elsewhere: readonly string[],
): readonly string[] {
  const mistakes: string[] = [];
  for (const [page, { from, sentences }] of Object.entries(pages)) {
    const listed = Object.keys(proofs[page] ?? {});
    const lacking = sentences.filter((sentence) => !isIn(listed, sentence));
    if (lacking.length > 0)
      mistakes.push(
        `${from}: ${lacking.length === 1 ? 'a sentence has' : `${lacking.length} sentences have`} no proof. Please write in content/proofs.json, below the line "${page}": {

${lacking.map((sentence) => `    ${JSON.stringify(sentence)}: "${PLACEHOLDER}",`).join('\n')}

and in place of ${PLACEHOLDER}: none if the sentence promises nothing, owner if only you can keep the promise, or the id of the test that shows it, such as P-017.`,
      );
    mistakes.push(...goneFrom(page, from, listed, sentences));
  }
  const listed = Object.keys(proofs.elsewhere ?? {});
  return [...mistakes, ...goneFrom('elsewhere', 'content/', listed, elsewhere)];
}

/**
 * The text of `content/proofs.json` without the entries of deleted sentences. Entries of unknown pages stay. A file with
 * mistakes is returned unchanged, because the build reports them.
 */
export function withoutGoneSentences(
  text: string,
  pages: Readonly<Record<string, PageOfPromises>>,
  elsewhere: readonly string[],
): string {
  const { proofs, mistakes } = readProofs(text);
  if (mistakes.length > 0) return text;
  const left = Object.entries(proofs).map(([page, entries]) => {
    const sentences = page === 'elsewhere' ? elsewhere : pages[page]?.sentences;
    const stands = ([sentence]: [string, unknown]) => sentences === undefined || isIn(sentences, sentence);
    return [page, Object.fromEntries(Object.entries(entries).filter(stands))];
  });
  return `${JSON.stringify(Object.fromEntries(left), null, 2)}\n`;
}

function goneFrom(
  page: string,
  from: string,
  listed: readonly string[],
  sentences: readonly string[],
): readonly string[] {
  return listed
    .filter((sentence) => !isIn(sentences, sentence))
    .map(
      (sentence) =>
        `content/proofs.json, "${page}": please delete the entry ${JSON.stringify(sentence)}, which no longer stands in ${from}.`,
    );
}
