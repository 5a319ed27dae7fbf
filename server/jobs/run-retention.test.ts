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
const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const keptOf = (facts: readonly { readonly kept: string }[]) => facts.map(({ kept }) => kept).join('\n');
const PAGES = {
  privacy: `${textOf(PRIVACY_CARDS)}\n${keptOf(PERSONAL_DATA)}`,
  terms: textOf(TERMS_CARDS),
  cookiePolicy: keptOf(Object.values(COOKIES)),
  auth: NOTICE_ITEMS['sign-up'].kept,
  contact: NOTICE_ITEMS.contact.kept,
  home: NOTICE_ITEMS['launch-list'].kept,
};

const IN_WORDS = new Map([
  [365, 'one year'],
  [730, 'two years'],
]);

describe('the pages’ promises to delete data after some days', () => {
  const promises = Object.entries({ ...RETENTION, backups: BACKUPS }).flatMap(([name, { days, promised }]) =>
    promised.map(({ page, words }) => ({ name, days, page, words })),
  );

  it.each(promises)(
    'are stated with the right number of days: the page “$page” says about $name “$words”',
    ({ days, page, words }) => {
      expect(PAGES[page]).toContain(words);
      // Rows with 0 days are removed when they expire, and the page says how long they are valid. One day is written as “a day”.
      if (days > 1) expect(words).toContain(IN_WORDS.get(days) ?? `${days} days`);
    },
  );

  test('[V14.2.4] are each kept by a retention rule, or are listed as a duty of the site’s owner', () => {
    const removalsIn = (text: string) =>
      text.match(/[^.\n]*removed (?:after )?(?:\d+ days|\w+ years?)[^.\n]*/g) ?? [];
    expect(removalsIn('We read it. It is removed after 30 days. A note is removed one year later.')).toEqual([
      ' It is removed after 30 days',
      ' A note is removed one year later',
    ]);
    const said = Object.values(PAGES).flatMap(removalsIn);
    const words = promises.map((promise) => promise.words);
    // If a sentence promises a removal for which there is no rule, `proofs.json` must mark it as a duty of the site’s owner.
    const proofs: Record<string, Record<string, unknown>> = JSON.parse(read('content/proofs.json'));
    const byOwner = Object.values(proofs).flatMap((page) =>
      Object.keys(page).filter((sentence) => page[sentence] === 'owner'),
    );
    for (const sentence of said)
      expect(
        words.some((own) => sentence.includes(own.replace(/\.$/, ''))) ||
          byOwner.some((own) => own.includes(sentence.trim())),
      ).toBe(true);
  });
});

test('[P-155] mails of a deleted account are kept no longer than the 30 days that the licence allows', () => {
  const afterTheAccount = retentionRules(FEATURES).filter(({ name }) => /mails/.test(name));
  for (const { days } of afterTheAccount) expect(days).toBeLessThanOrEqual(30);
});

test('[P-089] deploy/backup.service deletes backups after the number of days that the pages promise', () => {
  expect(read('deploy/backup.service')).toContain(`--keep-days ${BACKUPS.days}`);
});
