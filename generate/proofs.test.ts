import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BRAND } from '#content/brand.ts';
import { LICENSE_WORDING } from '#content/documents.ts';
import { PLANS } from '#content/pricing.ts';
import { readTestIds } from '#server/testing/test-ids.ts';
import { PAGES_OF_PROMISES, SENTENCES_ELSEWHERE } from './content-check/promises.ts';
import { mistakesInProofs, readProofs, withoutBrand, withoutGoneSentences } from './content-check/proofs.ts';
import { readDocument } from './markdown/read-markdown.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const { proofs, mistakes } = readProofs(read('content/proofs.json'));

test('each promise on a page has an entry in content/proofs.json, and each entry belongs to a promise', () => {
  const found = [...mistakes, ...mistakesInProofs(proofs, PAGES_OF_PROMISES, SENTENCES_ELSEWHERE)];
  expect(found.join('\n')).toBe('');
});

test('content/proofs.json names only tests that exist', () => {
  const ids = readTestIds(ROOT);
  const named = Object.values(proofs).flatMap((sentences) => Object.values(sentences).flat());
  expect(named.filter((proof) => proof !== 'owner' && proof !== 'none' && !ids.has(proof))).toEqual([]);
});

describe('the check of content/proofs.json', () => {
  const pages = { pricing: { from: 'content/pricing.ts', sentences: ['Tea for “two”', 'A "cup"'] } };

  test('reports sentences without an entry, with the lines to add', () => {
    expect(mistakesInProofs({}, pages, [])).toEqual([
      `content/pricing.ts: 2 sentences have no proof. Please write in content/proofs.json, below the line "pricing": {

    "Tea for “two”": "PROOF",
    "A \\"cup\\"": "PROOF",

and in place of PROOF: none if the sentence promises nothing, owner if only you can keep the promise, or the id of the test that shows it, such as P-017.`,
    ]);
  });

  test('finds the entry of a sentence whether the entry has placeholders such as {product} or the real names', () => {
    const sentence = 'Tea by {company} for {product} from {locality}, {region}.';
    const named = `Tea by ${BRAND.company} for ${BRAND.product} from ${BRAND.address.locality}, ${BRAND.address.region}.`;
    const found = { pricing: { from: 'a', sentences: [withoutBrand(named)] } };
    for (const entry of [sentence, named])
      expect(mistakesInProofs({ pricing: { [entry]: 'owner' } }, found, [])).toEqual([]);
  });

  test('reports entries of deleted sentences, with the lines to delete', () => {
    const listed = {
      pricing: { 'Tea for “two”': 'owner', 'A "cup"': 'P-001', Cake: 'none' },
      elsewhere: { Old: 'owner' },
    };
    expect(mistakesInProofs(listed, pages, [])).toEqual([
      'content/proofs.json, "pricing": please delete the entry "Cake", which no longer stands in content/pricing.ts.',
      'content/proofs.json, "elsewhere": please delete the entry "Old", which no longer stands in content/.',
    ]);
  });

  test('reports invalid JSON and an entry whose value is still “PROOF”', () => {
    expect(readProofs('{ "pricing": { "Cake": "PROOF" } }').mistakes).toEqual([
      'content/proofs.json: “pricing.Cake” must be “owner”, “none” or the id of a test, such as “P-017”, is “PROOF”.',
    ]);
    expect(readProofs('{ "pricing": { "Cake": "owner", } }').mistakes[0]).toMatch(
      /^content\/proofs.json is not JSON: /,
    );
  });
});

test('removing the proofs of deleted sentences keeps all other proofs, and leaves an invalid file unchanged', () => {
  const pages = { pricing: { from: 'content/pricing.ts', sentences: ['Tea'] } };
  const text = JSON.stringify({
    pricing: { Tea: 'owner', Cake: 'none' },
    elsewhere: { Old: 'owner', New: 'P-001' },
    unknown: { Mine: 'owner' },
  });
  expect(JSON.parse(withoutGoneSentences(text, pages, ['New']))).toEqual({
    pricing: { Tea: 'owner' },
    elsewhere: { New: 'P-001' },
    unknown: { Mine: 'owner' },
  });
  for (const broken of ['{ "pricing": { "Cake": "PROOF" } }', '{ "pricing": { "Cake": "owner", } }'])
    expect(withoutGoneSentences(broken, pages, [])).toBe(broken);
});

test('[P-153] no plan can be bought while the terms say that nothing can be bought yet', () => {
  const open = PLANS.filter(({ isComingSoon }) => !isComingSoon);
  if (PAGES_OF_PROMISES.terms.sentences.includes('Nothing can be bought yet.')) expect(open).toEqual([]);
});

test('[P-157] every amount of rupees in a sentence on the pages is the price of a plan', () => {
  const prices = PLANS.map(({ price }) => Number(price).toLocaleString('en-IN'));
  const isWrong = (sentence: string) =>
    (sentence.match(/\d[\d,]*/g) ?? []).some((amount) => !prices.includes(amount));
  expect(SENTENCES_ELSEWHERE.filter((sentence) => sentence.includes('rupees') && isWrong(sentence))).toEqual(
    [],
  );
});

test('[P-156] the licence has exactly the wording that is recorded together with its date', () => {
  const source = read('content/documents/license.md');
  const { updated } = readDocument('content/documents/license.md', source).attributes;
  const sha256 = createHash('sha256').update(source).digest('hex');
  expect({ updated, sha256 }).toEqual(LICENSE_WORDING);
});
