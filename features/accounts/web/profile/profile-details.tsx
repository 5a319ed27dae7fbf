import { Fragment, type ReactNode, useId } from 'react';
import { PROFILE_WORDS } from '#content/profile.ts';
import { FIELD_ERRORS } from '#contract/field-errors.ts';
import { PRODUCT_API, pathFor } from '#contract/paths.ts';
import { nameFromAddress, PROFILE_FIELD_LIST, type ProfileFieldName } from '#contract/profile-fields.ts';
import type { UserRecord } from '#features/accounts/profile-bodies.ts';
import { useDraft } from '#web/session/use-draft.ts';
import { CheckedForm } from '#web/ui/checked-form.tsx';
import { TextArea, TextField } from '#web/ui/text-field.tsx';
import type { FieldSentences, useCheckedForm } from '#web/ui/use-checked-form.ts';
import { dayOf, localDay, longDate } from './dates.ts';

type ProfileDetailsProps = {
  readonly id: string;
  readonly user: UserRecord;
  readonly editing: boolean;
  readonly form: ReturnType<typeof useCheckedForm>;
  /** The content after the last field. */
  readonly children: ReactNode;
};

/** Error messages for the checks that the browser does itself. */
export const PROFILE_SENTENCES: FieldSentences = Object.fromEntries(
  PROFILE_FIELD_LIST.flatMap(([name, field]) => {
    if (field.kind === 'date')
      return [[name, { missing: FIELD_ERRORS.DATE_NOT_VALID, malformed: FIELD_ERRORS.DATE_NOT_VALID }]];
    return field.missing === undefined ? [] : [[name, { missing: field.missing }]];
  }),
);

/** Suggestions while typing; other values are accepted too. */
const SUGGESTIONS: Partial<Record<ProfileFieldName, readonly string[]>> = { gender: PROFILE_WORDS.genders };

/** The form with the person's details. */
export function ProfileDetails({ id, user, editing, form, children }: ProfileDetailsProps) {
  useDraft('profile', form.formProps.ref);
  // Compares in lower case, because the server stores the address, and so the name made from it, in lower case.
  const isUnnamed = user.name.toLowerCase() === nameFromAddress(user.email);
  return (
    <CheckedForm
      form={form}
      id={id}
      action={pathFor(PRODUCT_API.saveUserById, user.id)}
      aria-labelledby={`${id}-title`}
      className="card grid grid-cols-1 items-start gap-5.5 p-card md:grid-cols-2"
    >
      <div className="col-span-full">
        <h2 id={`${id}-title`} className="text-title">
          {PROFILE_WORDS.details}
        </h2>
        <p className="mt-1 text-small text-soft">{PROFILE_WORDS.detailsHint}</p>
        {!editing && isUnnamed && <p className="mt-1 text-small text-soft">{PROFILE_WORDS.nameHint}</p>}
      </div>
      {PROFILE_FIELD_LIST.map(([name, field]) => (
        <Fragment key={name}>
          <ProfileField name={name} field={field} value={user[name]} readOnly={!editing} />
          {name === 'name' && (
            <TextField
              label={PROFILE_WORDS.email}
              name="email"
              type="email"
              readOnly
              tabIndex={editing ? undefined : -1}
              defaultValue={user.email}
              hint={editing && PROFILE_WORDS.emailHint}
            />
          )}
        </Fragment>
      ))}
      {children}
    </CheckedForm>
  );
}

type ProfileFieldProps = {
  readonly name: ProfileFieldName;
  readonly field: (typeof PROFILE_FIELD_LIST)[number][1];
  readonly value: string;
  readonly readOnly: boolean;
};

function ProfileField({ name, field, value, readOnly }: ProfileFieldProps) {
  const suggestionsId = useId();
  const suggestions = SUGGESTIONS[name];
  const same = {
    name,
    label: PROFILE_WORDS.fields[name],
    autoComplete: field.autoComplete,
    readOnly,
    // A text area may scroll, so it stays reachable by keyboard.
    tabIndex: readOnly && field.kind !== 'text' ? -1 : undefined,
    placeholder: readOnly ? PROFILE_WORDS.notGiven : undefined,
  };
  if (field.kind === 'date') {
    const day = dayOf(value);
    // Noon of that day is formatted, so that the date is the same in every time zone.
    const inWords = day === '' ? PROFILE_WORDS.notGiven : longDate(`${day}T12:00`);
    return (
      <TextField
        {...same}
        type="date"
        min={field.earliest}
        max={localDay(new Date())}
        defaultValue={day}
        hint={readOnly ? inWords : PROFILE_WORDS.dobHint}
        className={readOnly ? 'date-in-words' : ''}
      />
    );
  }
  if (field.kind === 'text') {
    return (
      <div className="col-span-full">
        <TextArea {...same} rows={4} defaultValue={value} />
      </div>
    );
  }
  return (
    <>
      <TextField
        {...same}
        dir="auto"
        required={field.missing !== undefined}
        list={suggestions && suggestionsId}
        defaultValue={value}
      />
      {suggestions && (
        <datalist id={suggestionsId}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </>
  );
}
