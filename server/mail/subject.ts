import { line } from '#contract/fields.ts';

/** Characters: longer ones are cut off by mail programs. */
export const SUBJECT_MOST = 150;

/** What an operator may write as the subject of a mail. */
export const subject = line(SUBJECT_MOST, 'Please write a subject.');
