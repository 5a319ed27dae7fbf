import { z } from 'zod';
import { PROFILE_LIMITS } from './limits.ts';

/** A message the person sent through a form while signed in (decisions §4). */
export type StoredMessage = {
  readonly id: string;
  readonly form: string;
  readonly message: string;
  /** ISO 8601, UTC. */
  readonly created_at: string;
};

/** The user record of spec §3. Times are ISO 8601 in UTC; only the server writes what `SaveUserBody` lacks. */
export type UserRecord = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly gender: string;
  /** `YYYY-MM-DD`, or empty. */
  readonly dob: string;
  readonly about: string;
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

const NOT_STORABLE = 'Please leave out the characters that cannot be read as text.';

/** PostgreSQL stores no NUL, and half of a surrogate pair is not a character. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');

const dateOfBirth = (today: string) =>
  z.union([
    z.literal(''),
    z.iso
      .date('Please give the date as year-month-day, or leave it empty.')
      .refine((dob) => dob >= PROFILE_LIMITS.dobEarliest && dob <= today, {
        message: 'Please give a date between 1900 and today, or leave it empty.',
      }),
  ]);

/**
 * The four fields that `POST /api/saveUser` takes from a body (decisions §4). Every other field of spec §7 is
 * accepted and dropped. A field that is absent stays as it is.
 *
 * @param today the current date in UTC, `YYYY-MM-DD`
 */
export function saveUserBody(today: string) {
  return z.object({
    name: z
      .string('Please give a name.')
      .trim()
      .min(1, 'Please give a name.')
      .max(PROFILE_LIMITS.nameMax, `Please keep the name to ${PROFILE_LIMITS.nameMax} characters.`)
      .refine(isStorable, NOT_STORABLE)
      .optional(),
    gender: z
      .string('Please give the gender as text.')
      .trim()
      .max(PROFILE_LIMITS.genderMax, `Please keep this to ${PROFILE_LIMITS.genderMax} characters.`)
      .refine(isStorable, NOT_STORABLE)
      .optional(),
    dob: dateOfBirth(today).optional(),
    about: z
      .string('Please give this as text.')
      .max(PROFILE_LIMITS.aboutMax, 'Please keep this to 2,000 characters.')
      .refine(isStorable, NOT_STORABLE)
      .optional(),
  });
}

export type SaveUserBody = z.infer<ReturnType<typeof saveUserBody>>;
