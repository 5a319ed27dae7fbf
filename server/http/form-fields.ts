import { z } from 'zod';
import { day, line, text } from '#contract/fields.ts';
import { REASON_NAMES } from '#contract/reasons.ts';

/** @public */
export const reason = z.enum(REASON_NAMES, 'Please choose a reason.');

/** A required text of several lines. @public */
export const letter = (max: number) =>
  text(max, 'Please write something.').transform((written) => written.trim());

/** Checkboxes of one name: one value is sent as text, several as a list. @public */
export const list = z
  .union([z.string(), z.array(z.string())])
  .default([])
  .transform((sent) => [sent].flat());

/** An empty field counts as absent. */
export const unlessEmpty = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

const oneDay = unlessEmpty(day('Please give a date like 2026-11-23.'));
/** A range of days in UTC, both included. @public */
export const days = { from: oneDay, to: oneDay };

/** The ISO times at which such a range begins and ends. @public */
export const betweenDays = (from: string | undefined, to: string | undefined) => ({
  from: from && `${from}T00:00:00.000Z`,
  before: to && `${to}T24:00:00.000Z`,
});

/** Characters. Mail programs cut off longer subjects. */
export const SUBJECT_MOST = 150;

export const subject = line(SUBJECT_MOST, 'Please write a subject.');
