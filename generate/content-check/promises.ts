import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ABOUT } from '#content/about.ts';
import * as callback from '#content/callback.ts';
import * as contact from '#content/contact.ts';
import { FEATURES } from '#content/feature-cards.ts';
import { MAILS } from '#content/features.ts';
import { FEATURES_PAGE } from '#content/features-page.ts';
import * as feedback from '#content/feedback.ts';
import * as forms from '#content/forms.ts';
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
import { type PageOfPromises, withoutBrand } from './proofs.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Pages that make promises, by their names in `content/proofs.json`. */
export const PAGES_OF_PROMISES = {
  privacy: { from: 'content/privacy.ts', sentences: sentencesIn([PRIVACY, PRIVACY_CARDS]) },
  cookies: document('cookie-policy'),
  terms: { from: 'content/terms.ts', sentences: sentencesIn([TERMS, TERMS_CARDS]) },
  license: document('license'),
  features: {
    from: 'content/features-page.ts or content/feature-cards.ts',
    sentences: sentencesIn([FEATURES_PAGE, FEATURES]),
  },
  about: { from: 'content/about.ts', sentences: sentencesIn(ABOUT) },
  pricing: {
    from: 'content/pricing.ts',
    sentences: [...new Set(PLANS.flatMap(({ features }) => features).map(withoutBrand))],
  },
} as const satisfies Readonly<Record<string, PageOfPromises>>;

const OF_FEATURES: readonly unknown[] = await Promise.all(
  globSync('content/features/*.ts', { cwd: ROOT })
    .sort()
    .map((file) => import(pathToFileURL(join(ROOT, file)).href)),
);

/** The sentences of all pages without promises. */
export const SENTENCES_ELSEWHERE = sentencesIn([
  callback,
  contact,
  feedback,
  reset,
  verify,
  profile,
  signIn,
  forms,
  OF_FEATURES,
  MAILS,
  SITE_PAGES,
  VISION,
  VISION_PAGE,
  WHY_US,
  globSync('content/posts/*.md', { cwd: ROOT }).flatMap((path) => blocksOf(read(path))),
]);

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

function document(name: string): PageOfPromises {
  const from = `content/documents/${name}.md`;
  return { from, sentences: sentencesIn(blocksOf(read(from))) };
}

/** The sentences in a value: texts that end with a full stop and have at least three words. Names and labels do not count. */
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

/** Paragraphs and list items of a Markdown document as plain text, without headings and tables. */
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
