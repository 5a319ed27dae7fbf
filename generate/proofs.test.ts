import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ABOUT } from '#content/about.ts';
import { BRAND } from '#content/brand.ts';
import * as callback from '#content/callback.ts';
import * as contact from '#content/contact.ts';
import { LICENSE_WORDING } from '#content/documents.ts';
import { FEATURES } from '#content/feature-cards.ts';
import * as launchList from '#content/features/launch-list.ts';
import * as launchListPages from '#content/features/launch-list-pages.ts';
import { FEATURES_PAGE } from '#content/features-page.ts';
import * as feedback from '#content/feedback.ts';
import * as forms from '#content/forms.ts';
import { MAILS } from '#content/mails.ts';
import { SITE_PAGES } from '#content/pages.ts';
import { PLANS } from '#content/pricing.ts';
import { PRIVACY, PRIVACY_CARDS } from '#content/privacy.ts';
import * as profile from '#content/profile.ts';
import * as reset from '#content/reset.ts';
import * as signIn from '#content/sign-in.ts';
import { TERMS, TERMS_CARDS } from '#content/terms.ts';
import * as verify from '#content/verify.ts';
import { VISION } from '#content/vision.ts';
import { VISION_PAGE } from '#content/vision-page.ts';
import { WHY_US } from '#content/why-us.ts';
import { readTestIds } from '#server/testing/test-ids.ts';
import { readDocument } from './markdown/read-markdown.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/**
 * Of a sentence: `owner` when only the owner can keep it, `none` when it promises nothing, else the id of the test that
 * shows it (`P-017`, in the title of the test), or several where no one test shows all of it.
 */
const PROOFS = z
  .record(z.string(), z.record(z.string(), z.union([z.string(), z.array(z.string()).min(2)])))
  .parse(JSON.parse(read('content/proofs.json')));

const TEST_IDS = readTestIds(ROOT);

/** The longest first: the company's name begins with the product's. */
const WORDS = Object.entries(BRAND)
  .flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []))
  .sort(([, a], [, b]) => b.length - a.length);

const POSTS = globSync('content/posts/*.md', { cwd: ROOT }).flatMap((path) => blocksOf(read(path)));

/** The pages on which the site promises something. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  privacy: sentencesIn([PRIVACY, PRIVACY_CARDS]),
  cookies: sentencesIn(blocksOf(read('content/documents/cookie-policy.md'))),
  terms: sentencesIn([TERMS, TERMS_CARDS]),
  license: sentencesIn(blocksOf(read('content/documents/license.md'))),
  features: sentencesIn([FEATURES_PAGE, FEATURES]),
  about: sentencesIn(ABOUT),
  pricing: [...new Set(PLANS.flatMap(({ features }) => features).map(withoutBrand))],
};

/** What else the site says. */
const ELSEWHERE = sentencesIn([
  callback,
  contact,
  feedback,
  reset,
  verify,
  profile,
  signIn,
  forms,
  launchList,
  launchListPages,
  MAILS,
  SITE_PAGES,
  VISION,
  VISION_PAGE,
  WHY_US,
  POSTS,
]);

describe.each(Object.entries(PAGES))('content/proofs.json, %s', (page, sentences) => {
  test('names the proof of every sentence, and of none that is gone', () => {
    expect(Object.keys(PROOFS[page] ?? {}).sort()).toEqual([...sentences].sort());
  });

  test('names only tests that exist', () => {
    expect(missingTests(page)).toEqual([]);
  });
});

/** Among many words that promise nothing, only the promises are listed. */
describe('content/proofs.json, elsewhere', () => {
  test('names only sentences that stand in the content', () => {
    const listed = Object.keys(PROOFS.elsewhere ?? {});
    expect(listed.filter((sentence) => !ELSEWHERE.includes(sentence))).toEqual([]);
  });

  test('names only tests that exist', () => {
    expect(missingTests('elsewhere')).toEqual([]);
  });
});

function missingTests(page: string): readonly string[] {
  return Object.values(PROOFS[page] ?? {})
    .flat()
    .filter((proof) => proof !== 'owner' && proof !== 'none' && !TEST_IDS.has(proof));
}

test('[P-153] no plan is open while the terms say that nothing can be bought', () => {
  const open = PLANS.filter(({ isComingSoon }) => !isComingSoon);
  if (PAGES.terms?.includes('Nothing can be bought yet.')) expect(open).toEqual([]);
});

test('[P-157] an amount of rupees in a sentence is the price of a plan', () => {
  const prices = PLANS.map(({ price }) => Number(price).toLocaleString('en-IN'));
  const named = ELSEWHERE.filter((sentence) => sentence.includes('rupees')).flatMap(
    (sentence) => sentence.match(/\d[\d,]*/g) ?? [],
  );
  expect(named.filter((amount) => !prices.includes(amount))).toEqual([]);
});

test('[P-156] the date of the licence belongs to its wording', () => {
  const source = read('content/documents/license.md');
  const { updated } = readDocument('content/documents/license.md', source).attributes;
  const sha256 = createHash('sha256').update(source).digest('hex');
  expect({ updated, sha256 }).toEqual(LICENSE_WORDING);
});

/** A sentence of a page ends with a full stop and has at least three words; names and labels are none. */
function sentencesIn(value: unknown): readonly string[] {
  return [...new Set(textsIn(value).flatMap(sentencesOf))];
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

function sentencesOf(text: string): readonly string[] {
  return withoutBrand(text)
    .split(/(?<=[.!?]”?)\s+(?=[A-Z“{*_[])/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[.!?]”?$/.test(sentence) && sentence.split(' ').length >= 3);
}

function withoutBrand(text: string): string {
  return WORDS.reduce((rest, [name, value]) => rest.replaceAll(value, `{${name}}`), text);
}

/** Paragraphs and list items of a Markdown document, plain; no headings, no tables. */
function blocksOf(markdown: string): readonly string[] {
  return markdown
    .replace(/^---[\s\S]*?^---$/m, '')
    .split(/\n{2,}|\n(?=- )/)
    .filter((block) => !/^(?:#|\{\w+\}$)/.test(block.trim()))
    .map((block) =>
      block
        .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
        .replaceAll('**', '')
        .replaceAll('\n', ' ')
        .trim(),
    );
}
