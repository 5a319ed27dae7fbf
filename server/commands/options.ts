import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { z } from 'zod';
import type { IsoTime } from '#server/database/schema.ts';

/** A day or a moment: when it begins, and when the next one does. */
type Span = { readonly from: IsoTime; readonly until: IsoTime };

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Times of five-digit years do not sort as text. */
const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z');
const DAY = z.iso.date();
/** With or without seconds. */
const MOMENT = z.union([z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })]);

export const DATES_HELP =
  '\nA DATE like 2026-11-21 is that whole day (UTC); 2026-11-21T09:30Z is a moment. Both ends are included.';

export const fromOption = () => new Option('--from <date>', 'not before it').argParser(parseSpan);
export const toOption = () => new Option('--to <date>', 'not after it').argParser(parseSpan);
export const limitOption = () =>
  new Option('--limit <number>', 'how many').argParser(wholeNumber(1_000)).default(20);
export const yesOption = () => new Option('--yes', 'do not ask');

/** Throws what commander reports as a wrong value. */
export function parseSpan(text: string): Span {
  const isDay = DAY.safeParse(text).success;
  if (!isDay && !MOMENT.safeParse(text).success) {
    throw new InvalidArgumentError('It must be a date like 2026-11-21 or 2026-11-21T09:30Z.');
  }
  const begin = Date.parse(text);
  const end = Math.min(begin + (isDay ? DAY_MS : 1), LATEST_MS);
  return { from: new Date(begin).toISOString(), until: new Date(end).toISOString() };
}

/** A parser of whole numbers from 1. */
export function wholeNumber(most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < 1 || number > most) {
      throw new InvalidArgumentError(`It must be a whole number from 1 to ${most}.`);
    }
    return number;
  };
}
