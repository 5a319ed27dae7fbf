import { readFileSync } from 'node:fs';
import { InvalidArgumentError } from '@commander-js/extra-typings';
import { isSubject, SUBJECT_MOST } from '#server/mail/subject.ts';

/** The subject of a mail that an operator writes. Throws what commander reports as a wrong value. */
export function parseSubject(text: string): string {
  const subject = text.trim();
  if (!isSubject(subject)) {
    throw new InvalidArgumentError(`It must be one line of at most ${SUBJECT_MOST} characters.`);
  }
  return subject;
}

/** The text of a mail that an operator writes. Throws for an empty file. */
export function readText(file: string): string {
  const text = readFileSync(file, 'utf8').trim();
  if (text === '') throw new Error(`${file} is empty.`);
  return text;
}
