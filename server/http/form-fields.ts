import { z } from 'zod';
import { line, text } from '#contract/fields.ts';
import { EXPORT_REASONS, REASON_NAMES } from '#contract/operators.ts';
import { daysAfter, momentIn, parseDay, wrongDay } from '#server/time.ts';

/** @public */
export const reason = z.enum(REASON_NAMES, 'Please choose a reason.');
/** @public */
export const exportReason = z.enum(Object.keys(EXPORT_REASONS), 'Please choose a reason.');

/** A required text of several lines. @public */
export const letter = (max: number) =>
  text(max, 'Please write something.').transform((written) => written.trim());

/**
 * The values of all ticked checkboxes with this name, as a list. A browser sends one value as text, and several as a list.
 * @public
 */
export const list = z
  .union([z.string(), z.array(z.string())])
  .default([])
  .transform((sent) => [sent].flat());

/** An empty value counts as absent. */
export const unlessEmpty = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

const typed = z.string().trim();
const shownDay = typed.optional().catch(undefined);
const realDay = unlessEmpty(
  typed.refine((day) => parseDay(day) !== undefined, { error: ({ input }) => wrongDay(String(input)) }),
);
/** A range of days, as typed. Lists ignore a wrong day, and `dayFields` shows an error. Both ends are included. @public */
export const days = { from: shownDay, to: shownDay };

/** The words of a search, as typed. Lists ignore words that are too long, and `searchField` shows an error. */
export const typedWords = unlessEmpty(typed).catch(undefined);

/** A wrong day of a download is refused, because the file would contain more than was asked for. @public */
export const realDays = { from: realDay, to: realDay };

/** The ISO times at which a range of typed days begins and ends in a time zone. @public */
export function betweenDays({ from = '', to = '' }: z.infer<z.ZodObject<typeof days>>, timeZone = 'UTC') {
  const [first, last] = [parseDay(from), parseDay(to)];
  return {
    from: first && momentIn(timeZone, `${first}T00:00`),
    before: last && momentIn(timeZone, `${daysAfter(last, 1)}T00:00`),
  };
}

/** Parses a typed day and time, such as `28/11/2026 09:30`, into the local time `2026-11-28T09:30`. @public */
export const dayAndTime = (problem: string) =>
  z.string(problem).transform((typed, { addIssue }) => {
    const [, day = '', hour = '', minute] = DAY_AND_TIME.exec(typed.trim()) ?? [];
    const found = parseDay(day);
    if (found === undefined) addIssue(wrongDay(day, problem));
    return `${found}T${hour.padStart(2, '0')}:${minute}`;
  });
const DAY_AND_TIME = /^(.+?)[T, ]+([01]?\d|2[0-3]):([0-5]\d)$/;

/** The maximum characters of the subject of a mail. Mail programs cut off longer subjects. */
export const SUBJECT_MOST = 150;

export const subject = line(SUBJECT_MOST, 'Please write a subject.');
