import { FIELD_ERRORS } from './field-errors.ts';
import { EARLIEST_BIRTH_DATE, PROFILE_NAME_MAX } from './limits.ts';

/** `line`: one line. `text`: several lines. `date`: a day, or empty. */
type ProfileField =
  | {
      readonly kind: 'line' | 'text';
      readonly max: number;
      readonly autoComplete?: string;
      /** The sentence for an empty field. Without it, the field may be empty. */
      readonly missing?: string;
    }
  | { readonly kind: 'date'; readonly earliest: string; readonly autoComplete?: string };

/**
 * Profile fields (docs/product.md, "Profile"). The record's type, the schema of a save and the form are made from this list. The
 * columns need a migration (`docs/guides/add-a-profile-field.md`); labels are in `content/profile.ts`. This file imports no
 * schema library, because the profile page loads this file.
 */
export const PROFILE_FIELDS = {
  name: {
    kind: 'line',
    max: PROFILE_NAME_MAX,
    autoComplete: 'name',
    missing: FIELD_ERRORS.NAME_MISSING,
  },
  gender: { kind: 'line', max: 50, autoComplete: 'sex' },
  dob: { kind: 'date', earliest: EARLIEST_BIRTH_DATE, autoComplete: 'bday' },
  about: { kind: 'text', max: 2_000 },
} as const satisfies Readonly<Record<string, ProfileField>>;

export type ProfileFieldName = keyof typeof PROFILE_FIELDS;

/** All values are text. A date is `YYYY-MM-DD` or empty. */
export type ProfileFields = Readonly<Record<ProfileFieldName, string>>;

export const PROFILE_FIELD_NAMES = Object.keys(PROFILE_FIELDS) as readonly ProfileFieldName[];

/** The name of a new account: the part of the address before the `@` (docs/product.md, "Sign-up"). */
export function nameFromAddress(email: string): string {
  return email.slice(0, email.lastIndexOf('@')).slice(0, PROFILE_NAME_MAX);
}

export const EMPTY_PROFILE = Object.fromEntries(
  PROFILE_FIELD_NAMES.map((name) => [name, '']),
) as ProfileFields;

export const PROFILE_FIELD_LIST = Object.entries(PROFILE_FIELDS) as readonly (readonly [
  ProfileFieldName,
  ProfileField,
])[];
