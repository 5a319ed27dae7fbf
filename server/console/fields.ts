import { z } from 'zod';
import { REASON_NAMES } from '#contract/console.ts';

export const reason = z.enum(REASON_NAMES, 'Please choose a reason.');

/** Of several lines, as browsers send them. */
export const text = (most: number) =>
  z
    .string('Please write something.')
    .transform((typed) => typed.replace(/\r\n?/g, '\n').replaceAll('\0', '').toWellFormed().trim())
    .pipe(z.string().min(1, 'Please write something.').max(most, `Please write at most ${most} characters.`));

/** What is ticked comes as a text or as a list. */
export const list = z
  .union([z.string(), z.array(z.string())])
  .default([])
  .transform((sent) => [sent].flat());

/** A field of a form that was left empty counts as absent. */
export const unlessEmpty = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

const day = unlessEmpty(z.iso.date('Please give a date like 2026-11-23.'));
/** From one day to another in UTC, both included. */
export const days = { from: day, to: day };

const DAY_MS = 24 * 60 * 60_000;

/** The moments that such days begin and end with. */
export const betweenDays = (from: string | undefined, to: string | undefined) => ({
  from: from && new Date(from).toISOString(),
  before: to && new Date(Date.parse(to) + DAY_MS).toISOString(),
});
