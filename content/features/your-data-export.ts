import { BRAND } from '#content/brand.ts';

export const EXPORT_WORDS = {
  title: `What ${BRAND.company} keeps about you`,
  made: 'Made on',
  intro:
    'Everything that we keep about your account and its address. Left out are passwords, codes and links that could open your account, which we keep only in unreadable form, and the text of emails, which went to you.',
  nothing: 'Of these we keep nothing',
  kept: 'Kept:',
  file: 'In this zip',
  yes: 'yes',
  no: 'no',
  leftOut: 'What is left out, and why',
  /** The label of the number of equal entries. Equal entries, such as recovery codes, share one row. */
  times: 'How many',
} as const;

/** Columns of the data export whose values are shown as yes or no. */
export const YES_OR_NO: readonly string[] = [
  'remembered',
  'remember',
  'discoverable',
  'backed_up',
  'taken',
  'two_steps',
];

/** Explanations for data that cannot be looked up by person, such as the log. */
export const NOT_BY_PERSON = {
  log: 'Written by request, not by person: we can’t find yours in it.',
  refused: 'By IP address only: we don’t know whose it is.',
  backups: 'Copies of the same data; they are removed by themselves.',
} as const;
