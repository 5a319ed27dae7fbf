import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { COOKIES } from '#content/browser-register.ts';
import { BACKUPS, PERSONAL_DATA, RETENTION } from '#content/data-register.ts';
import { NOTICE_ITEMS } from '#content/notice-items.ts';
import { PRIVACY_CARDS } from '#content/privacy.ts';
import { TERMS_CARDS } from '#content/terms.ts';
import { FEATURES } from '#server/features.ts';
import { retentionRules } from './run-retention.ts';

const textOf = (cards: typeof PRIVACY_CARDS) => cards.flatMap(({ content }) => content.flat()).join('\n');
const documentOf = (name: string) =>
  readFileSync(new URL(`../../content/documents/${name}.md`, import.meta.url), 'utf8');

const PROOFS = new URL('../../content/proofs.json', import.meta.url);

const PAGES = {
  // With the table below the text, which comes from the register.
  privacy: [textOf(PRIVACY_CARDS), ...PERSONAL_DATA.map(({ kept }) => kept)].join('\n'),
  terms: textOf(TERMS_CARDS),
  cookiePolicy: Object.values(COOKIES)
    .map(({ kept }) => kept)
    .join('\n'),
  // The notices below the forms.
  auth: NOTICE_ITEMS['sign-up'].kept,
  contact: NOTICE_ITEMS.contact.kept,
  home: NOTICE_ITEMS['launch-list'].kept,
};

/** Days as the pages write them. */
const IN_WORDS = new Map([
  [365, 'one year'],
  [730, 'two years'],
]);

describe('a promise of removal', () => {
  const promises = Object.entries({ ...RETENTION, backups: BACKUPS }).flatMap(([name, { days, promised }]) =>
    promised.map(({ page, words }) => ({ name, days, page, words })),
  );

  it.each(promises)('of $name stands on the page “$page”: $words', ({ days, page, words }) => {
    expect(PAGES[page]).toContain(words);
    // What has ended by itself has its time in the words already: that of its own life.
    if (days > 1) expect(words).toContain(IN_WORDS.get(days) ?? `${days} days`);
  });

  test('[V14.2.4] is kept by a rule, wherever a page says that something is removed after a time', () => {
    const said = Object.values(PAGES).flatMap(
      (text) => text.match(/[^.\n]*removed (?:after )?(?:\d+ days|\w+ years?)[^.\n]*/g) ?? [],
    );
    const words = promises.map((promise) => promise.words);
    // What no rule and no test keeps, the owner says to keep.
    const proofs: Record<string, Record<string, unknown>> = JSON.parse(readFileSync(PROOFS, 'utf8'));
    const byOwner = Object.values(proofs).flatMap((page) =>
      Object.keys(page).filter((sentence) => page[sentence] === 'owner'),
    );
    expect(said.length).toBeGreaterThanOrEqual(5);
    for (const sentence of said)
      expect(
        words.some((own) => sentence.includes(own.replace(/\.$/, ''))) ||
          byOwner.some((own) => own.includes(sentence.trim())),
      ).toBe(true);
  });
});

test('[P-155] nothing of an account outlives it by more than the licence allows', () => {
  expect(documentOf('license')).toContain('within 30 days of termination');
  const afterTheAccount = retentionRules(FEATURES).filter(({ name }) => /mails/.test(name));
  for (const { days } of afterTheAccount) expect(days).toBeLessThanOrEqual(30);
});

test('[P-089] the shipped unit deletes backups when the pages say', () => {
  const service = readFileSync(new URL('../../deploy/backup.service', import.meta.url), 'utf8');
  expect(service).toContain(`--keep-days ${BACKUPS.days}`);
});
