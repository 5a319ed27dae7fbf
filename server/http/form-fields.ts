import { z } from 'zod';
import { day, line, text } from '#contract/fields.ts';
import { REASON_NAMES } from '#contract/reasons.ts';

/** @public */
export const reason = z.enum(REASON_NAMES, 'Please choose a reason.');

/** Of several lines, of which there must be some. @public */
export const letter = (most: number) =>
  text(most, 'Please write something.').transform((written) => written.trim());

/** What is ticked comes as a text or as a list. @public */
export const list = z
  .union([z.string(), z.array(z.string())])
  .default([])
  .transform((sent) => [sent].flat());

/** A field of a form that was left empty counts as absent. */
export const unlessEmpty = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

const oneDay = unlessEmpty(day('Please give a date like 2026-11-23.'));
/** From one day to another in UTC, both included. @public */
export const days = { from: oneDay, to: oneDay };

/** The moments that such days begin and end with, to be compared as text. @public */
export const betweenDays = (from: string | undefined, to: string | undefined) => ({
  from: from && `${from}T00:00:00.000Z`,
  before: to && `${to}T24:00:00.000Z`,
});

/** Characters: longer ones are cut off by mail programs. */
export const SUBJECT_MOST = 150;

/** What an operator may write as the subject of a mail. */
export const subject = line(SUBJECT_MOST, 'Please write a subject.');
