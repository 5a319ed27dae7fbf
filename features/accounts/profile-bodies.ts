import { z } from 'zod';
import { latestBirthDate } from '#contract/age.ts';
import { SCHEMA_ERRORS } from '#contract/errors.ts';
import { FIELD_ERRORS } from '#contract/field-errors.ts';
import { day, line, text } from '#contract/fields.ts';
import { filled } from '#contract/page-errors.ts';
import { PROFILE_FIELD_LIST, type ProfileFieldName, type ProfileFields } from '#contract/profile-fields.ts';

/** A message the person sent through a form while signed in (docs/product.md, "User record"). */
export type StoredMessage = {
  readonly id: string;
  readonly form: string;
  readonly message: string;
  /** ISO 8601, UTC. */
  readonly created_at: string;
};

/** docs/product.md, "User record". Times are ISO 8601 in UTC; only the server writes what `SaveUserBody` lacks. */
export type UserRecord = ProfileFields & {
  readonly id: string;
  readonly email: string;
  readonly created_at: string;
  readonly updated_at: string;
  /** Newest first, at most 100; where a page is told who is signed in, only the newest of them (`page-record.ts`). */
  readonly messages: readonly StoredMessage[];
  readonly last_login: string | null;
  readonly login_count: number;
  readonly email_verified: boolean;
  readonly verification_sent_at: string | null;
  readonly verification_attempts: number;
};

export type UserAnswer = { readonly success: true; readonly data: UserRecord };
export type SaveUserAnswer = { readonly success: true; readonly message: string; readonly data: UserRecord };
export type DeleteUserAnswer = { readonly success: true; readonly message: string };

type FieldSchema = z.ZodOptional<z.ZodType<string>>;

/**
 * The fields that `POST /api/saveUser` takes from a body (docs/product.md, "Product API"). Every other field is accepted and
 * dropped. A field that is absent stays as it is.
 *
 * @param today the current date in UTC, `YYYY-MM-DD`
 * @param minimumAge nobody may give a date of birth below it; 0 for none
 */
export function saveUserBody(today: string, minimumAge: number) {
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

function dateSchema({ earliest }: Field<'date'>, today: string, minimumAge: number) {
  return z.union([
    z.literal(''),
    day(SCHEMA_ERRORS.NOT_A_DATE)
      .refine((date) => date >= earliest && date <= today, { message: FIELD_ERRORS.DATE_NOT_VALID })
      // Of a date to come, one sentence is enough.
      .refine((date) => date > today || date <= latestBirthDate(today, minimumAge), {
        message: filled(SCHEMA_ERRORS.DATE_TOO_YOUNG, { age: minimumAge }),
      }),
  ]);
}

export type SaveUserBody = z.infer<ReturnType<typeof saveUserBody>>;
