import { z } from 'zod';
import { addressKey } from './address.ts';
import { cleanCode } from './code.ts';
import { tidyName } from './display-name.ts';
import { SCHEMA_ERRORS } from './errors.ts';
import { FIELD_ERRORS } from './field-errors.ts';
import { SITE_LANGUAGE } from './language.ts';
import { EMAIL_MAX_LENGTH } from './limits.ts';
import { filled } from './page-errors.ts';
import { isStorable, isTooLong, withPlainBreaks } from './text.ts';

/** One schema for each kind of field. Schemas change a value only as described here, and refuse a wrong value with a sentence. */

/** Sample values for the OpenAPI description. A schema gets its sample before its first transform, because a transform hides it. */
export const EXAMPLES = {
  id: '0199d6c2-5d52-7c4e-9c1f-3a5e6f7d8b90',
  email: 'asha@example.com',
  day: '1998-04-17',
  line: 'Asha Rao',
  time: '2026-11-24T09:30:00.000Z',
  token: 'MjU2IHJhbmRvbSBiaXRzIG9mIGEgbWFpbGVkIGxpbmsu',
  password: 'seven green parrots',
} as const;

/** The longest id in characters. Passkeys have the longest ids. @public */
export const ID_MAX = 1_400;

/** An id of ours or of a provider, without control characters. An entry with that id need not exist. */
export const id = z
  .string(SCHEMA_ERRORS.NOT_AN_ID)
  .max(ID_MAX, SCHEMA_ERRORS.NOT_AN_ID)
  .regex(/^\P{C}+$/u, SCHEMA_ERRORS.NOT_AN_ID)
  .meta({ examples: [EXAMPLES.id] });

export const email = z
  .string(FIELD_ERRORS.EMAIL_MISSING)
  .trim()
  .max(EMAIL_MAX_LENGTH, SCHEMA_ERRORS.EMAIL_TOO_LONG)
  .meta({ format: 'email', examples: [EXAMPLES.email] })
  .transform((typed, { addIssue }) => {
    const key = addressKey(typed);
    if (key === undefined) addIssue(FIELD_ERRORS.EMAIL_MALFORMED);
    return key ?? z.NEVER;
  });

/** A hidden field that a robot fills in. Blanks do not count, because browsers may fill in some. @public */
export const trap = z.string().trim().optional();

export const day = (problem: string) => z.iso.date(problem).meta({ examples: [EXAMPLES.day] });

/** A typed code of an authenticator app, or a typed recovery code. The schema reduces it to the form that is compared. */
export const code = z
  .string(SCHEMA_ERRORS.CODE_MISSING)
  .max(100, SCHEMA_ERRORS.CODE_MISSING)
  .meta({ examples: ['492 039'] })
  .transform(cleanCode)
  .pipe(z.string().min(1, SCHEMA_ERRORS.CODE_MISSING));

const storable = (missing: string) =>
  z
    .string(missing)
    .refine(isStorable, SCHEMA_ERRORS.NOT_STORABLE)
    .meta({ examples: [EXAMPLES.line] });

/** Checks the length of cleaned text: at most `max` characters, and not empty if `missing` is given. */
const fitting = (max: number, missing: string | undefined) =>
  z
    .string()
    .min(missing === undefined ? 0 : 1, missing)
    .refine(
      (text) => !isTooLong(text, max),
      filled(SCHEMA_ERRORS.TOO_LONG, { max: max.toLocaleString(SITE_LANGUAGE) }),
    );

/** A public line, such as a name or a subject, cleaned like a name. Without `missing`, the line may be empty. */
export const line = (max: number, missing?: string) =>
  storable(missing ?? SCHEMA_ERRORS.NOT_A_TEXT)
    .transform(tidyName)
    .pipe(fitting(max, missing));

/** Text of several lines, in which only line breaks are normalised. Without `missing`, the text may be empty. */
export const text = (max: number, missing?: string) =>
  storable(missing ?? SCHEMA_ERRORS.NOT_A_TEXT)
    .transform((written) => {
      const kept = withPlainBreaks(written);
      return missing !== undefined && tidyName(kept) === '' ? '' : kept;
    })
    .pipe(fitting(max, missing));

/** The version of the notice that the page showed (`content/notices.ts`). A wrong version counts as undefined. */
export const shownNotice = z
  .string()
  .regex(/^[0-9a-f]{8}$/)
  .optional()
  .catch(undefined);

export const NOTICE_FIELD = '_notice';
