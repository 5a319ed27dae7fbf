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

export function ProfileDetails({ editing, ...shown }: ProfileDetailsProps) {
  return editing ? <DetailsForm {...shown} /> : <DetailsList user={shown.user} />;
}

const TITLE_ID = 'profile-details-title';
const LAYOUT = 'grid grid-cols-1 items-start gap-5.5 md:grid-cols-2';

function DetailsForm({ id, user, form, children }: Omit<ProfileDetailsProps, 'editing'>) {
  useDraft('profile', form.formProps.ref);
  return (
    <CheckedForm
      form={form}
      id={id}
      action={pathFor(PRODUCT_API.saveUserById, user.id)}
      aria-labelledby={TITLE_ID}
      className={`card p-card ${LAYOUT}`}
    >
      <div className="col-span-full">
        <DetailsHead />
      </div>
      {PROFILE_FIELD_LIST.map(([name, field]) => (
        <Fragment key={name}>
          <ProfileField name={name} field={field} value={user[name]} />
          {name === 'name' && (
            <TextField
              label={PROFILE_WORDS.email}
              name="email"
              type="email"
              readOnly
              defaultValue={user.email}
              hint={PROFILE_WORDS.emailHint}
            />
          )}
        </Fragment>
      ))}
      {children}
    </CheckedForm>
  );
}

function DetailsList({ user }: Pick<ProfileDetailsProps, 'user'>) {
  // Compares in lower case, because the server stores the address, and the name made from it, in lower case.
  const isUnnamed = user.name.toLowerCase() === nameFromAddress(user.email);
  return (
    <section className="card p-card" aria-labelledby={TITLE_ID}>
      <DetailsHead />
      {isUnnamed && <p className="mt-1 text-small text-soft">{PROFILE_WORDS.nameHint}</p>}
      <dl className={`mt-5 ${LAYOUT}`}>
        {PROFILE_FIELD_LIST.map(([name, { kind }]) => (
          <Fragment key={name}>
            <Detail
              label={PROFILE_WORDS.fields[name]}
              value={kind === 'date' ? dayInWords(user[name]) : user[name]}
              isText={kind === 'text'}
            />
            {name === 'name' && <Detail label={PROFILE_WORDS.email} value={user.email} />}
          </Fragment>
        ))}
      </dl>
    </section>
  );
}

function DetailsHead() {
  return (
    <>
      <h2 id={TITLE_ID} className="text-title">
        {PROFILE_WORDS.details}
      </h2>
      <p className="mt-1 text-small text-soft">{PROFILE_WORDS.detailsHint}</p>
    </>
  );
}

type DetailProps = { readonly label: string; readonly value: string; readonly isText?: boolean };

function Detail({ label, value, isText = false }: DetailProps) {
  return (
    <div className={isText ? 'col-span-full' : undefined}>
      <dt className="text-small text-soft">{label}</dt>
      <dd dir="auto" className={`whitespace-pre-line wrap-anywhere ${value ? '' : 'text-soft'}`}>
        {value || PROFILE_WORDS.notGiven}
      </dd>
    </div>
  );
}

/** Formats noon of the day, so that the date is the same in every time zone. Empty for an unreadable date. */
function dayInWords(value: string): string {
  const day = dayOf(value);
  return day === '' ? '' : longDate(`${day}T12:00`);
}

type ProfileFieldProps = {
  readonly name: ProfileFieldName;
  readonly field: (typeof PROFILE_FIELD_LIST)[number][1];
  readonly value: string;
};

function ProfileField({ name, field, value }: ProfileFieldProps) {
  const suggestionsId = useId();
  const suggestions = SUGGESTIONS[name];
  const same = { name, label: PROFILE_WORDS.fields[name], autoComplete: field.autoComplete };
  if (field.kind === 'date') {
    return (
      <TextField
        {...same}
        type="date"
        min={field.earliest}
        max={localDay(new Date())}
        defaultValue={dayOf(value)}
        hint={PROFILE_WORDS.dobHint}
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
