import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { email } from '#contract/fields.ts';
import { subject as mailSubject, SUBJECT_MOST } from '#server/http/form-fields.ts';
import { type Day, parseDay } from '#server/time.ts';

// Each parser throws what commander reports as a wrong value.

export const yesOption = () => new Option('--yes', 'do not ask');
/** @public */
export const limitOption = () =>
  new Option('--limit <number>', 'how many').argParser(wholeNumber(1_000)).default(20);
/** @public */
export const fromOption = () => new Option('--from <day>', 'like 2026-11-21, in UTC').argParser(day);
/** @public */
export const toOption = () => new Option('--to <day>', 'the last day').argParser(day);

/** A choice that has to be made. */
export const reasonOption = <T extends string>(reasons: Readonly<Record<T, string>>, help: string) =>
  new Option('--reason <reason>', help).choices(Object.keys(reasons) as T[]).makeOptionMandatory();

export function address(text: string): string {
  const { data } = email.safeParse(text);
  if (data === undefined) throw new InvalidArgumentError('It must be an email address.');
  return data;
}

/** The subject of a mail that an operator writes. */
export function subject(text: string): string {
  const { data } = mailSubject.safeParse(text);
  if (data === undefined)
    throw new InvalidArgumentError(`It must be one line of at most ${SUBJECT_MOST} characters.`);
  return data;
}

/** A parser of whole numbers from 1. */
export function wholeNumber(most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < 1 || number > most)
      throw new InvalidArgumentError(`It must be a whole number from 1 to ${most}.`);
    return number;
  };
}

function day(text: string): Day {
  const parsed = parseDay(text);
  if (parsed === undefined) throw new InvalidArgumentError('It must be a day like 2026-11-21.');
  return parsed;
}
