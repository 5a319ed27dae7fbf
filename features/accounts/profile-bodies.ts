import { z } from 'zod';
import { latestBirthDate } from '#contract/age.ts';
import { acceptedWith, address, answeredId, dataAnswer, time } from '#contract/answers.ts';
import { SCHEMA_ERRORS } from '#contract/errors.ts';
import { FIELD_ERRORS } from '#contract/field-errors.ts';
import { day, EXAMPLES, line, text } from '#contract/fields.ts';
import { filled } from '#contract/page-errors.ts';
import { PROFILE_FIELD_LIST, type ProfileFieldName } from '#contract/profile-fields.ts';

/** A message that the person sent while signed in (docs/product.md, "User record"). */
const storedMessage = z.object({ id: answeredId, form: z.string(), message: z.string(), created_at: time });

const profileFields = Object.fromEntries(
  PROFILE_FIELD_LIST.map(([name, { kind }]) => [
    name,
    z.string().meta({ examples: [kind === 'date' ? EXAMPLES.day : EXAMPLES.line] }),
  ]),
) as Record<ProfileFieldName, z.ZodString>;

/** The user record (docs/product.md, "User record"). Only the server writes the fields that `SaveUserBody` lacks. */
export const userRecord = z
  .object({
    ...profileFields,
    id: answeredId,
    email: address,
    created_at: time,
    updated_at: time,
    /** At most 100 messages, newest first. Pages store fewer (`page-record.ts`). */
    messages: z.array(storedMessage).readonly(),
    last_login: time.nullable(),
    login_count: z.int(),
    email_verified: z.boolean(),
    verification_sent_at: time.nullable(),
    verification_attempts: z.int(),
  })
  .readonly()
  .meta({ id: 'UserRecord' });
export type UserRecord = z.infer<typeof userRecord>;

export const userAnswer = dataAnswer(userRecord);
export type UserAnswer = z.infer<typeof userAnswer>;
export const saveUserAnswer = acceptedWith({ data: userRecord });
export type SaveUserAnswer = z.infer<typeof saveUserAnswer>;

type FieldSchema = z.ZodOptional<z.ZodType<string>>;

/**
 * An absent field keeps its stored value.
 * @param today the current date in UTC, `YYYY-MM-DD`
 * @param minimumAge in years; 0 for no limit
 */
export function saveUserBody(today: () => string, minimumAge: number) {
  const shape = PROFILE_FIELD_LIST.map(([name, field]) => [
    name,
    (field.kind === 'date' ? dateSchema(field, today, minimumAge) : textSchema(field)).optional(),
  ]);
  return z.object(Object.fromEntries(shape) as Record<ProfileFieldName, FieldSchema>);
}

type Field<Kind> = Extract<(typeof PROFILE_FIELD_LIST)[number][1], { readonly kind: Kind }>;

function textSchema({ kind, max, missing }: Field<'line' | 'text'>) {
  return kind === 'line' ? line(max, missing) : text(max, missing);
}

function dateSchema({ earliest }: Field<'date'>, today: () => string, minimumAge: number) {
  return z.union([
    z.literal(''),
    day(SCHEMA_ERRORS.NOT_A_DATE)
      .refine((date) => date >= earliest && date <= today(), { message: FIELD_ERRORS.DATE_NOT_VALID })
      // Skips future dates, which already get the error message of the check before this one.
      .refine((date) => date > today() || date <= latestBirthDate(today(), minimumAge), {
        message: filled(SCHEMA_ERRORS.DATE_TOO_YOUNG, { age: minimumAge }),
      }),
  ]);
}

export type SaveUserBody = z.infer<ReturnType<typeof saveUserBody>>;
