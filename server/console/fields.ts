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
