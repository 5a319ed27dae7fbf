import { useId } from 'react';
import { PROFILE_WORDS } from '#content/account.ts';
import { PROFILE_LIMITS } from '#contract/limits.ts';
import { PRODUCT_API, pathFor } from '#contract/paths.ts';
import type { UserRecord } from '#contract/users.ts';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { useCheckedForm } from '#web/ui/use-checked-form.ts';
import { dayOf, localDay } from './dates.ts';

type ProfileDetailsProps = {
  readonly id: string;
  readonly user: UserRecord;
  readonly editing: boolean;
  readonly form: ReturnType<typeof useCheckedForm>;
};

/** Sentences for the fields that the page itself can check. */
export const PROFILE_SENTENCES = {
  name: { missing: PROFILE_WORDS.missingName },
  dob: { missing: PROFILE_WORDS.wrongDate, malformed: PROFILE_WORDS.wrongDate },
} as const;

/** The details form of spec §2. Its buttons stand in the page's header and reach it by its id. */
export function ProfileDetails({ id, user, editing, form: { problems, formProps } }: ProfileDetailsProps) {
  const gendersId = useId();
  const readOnly = !editing;
  const dob = dayOf(user.dob);
  return (
    <form
      {...formProps}
      id={id}
      method="post"
      action={pathFor(PRODUCT_API.saveUserById, user.id)}
      aria-labelledby={`${id}-title`}
      className="card profile-details"
    >
      <div className="profile-wide">
        <h2 id={`${id}-title`} className="text-title">
          {PROFILE_WORDS.details}
        </h2>
        <p className="mt-1 text-small text-soft">{PROFILE_WORDS.detailsHint}</p>
      </div>
      <TextField
        label={PROFILE_WORDS.name}
        name="name"
        autoComplete="name"
        required
        maxLength={PROFILE_LIMITS.nameMax}
        readOnly={readOnly}
        defaultValue={user.name}
        problem={problems.name}
      />
      <TextField
        label={PROFILE_WORDS.email}
        name="email"
        type="email"
        readOnly
        defaultValue={user.email}
        hint={editing && PROFILE_WORDS.emailHint}
      />
      <TextField
        label={PROFILE_WORDS.gender}
        name="gender"
        autoComplete="sex"
        maxLength={PROFILE_LIMITS.genderMax}
        list={gendersId}
        readOnly={readOnly}
        defaultValue={user.gender}
        placeholder={readOnly ? PROFILE_WORDS.notGiven : undefined}
        problem={problems.gender}
      />
      <datalist id={gendersId}>
        {PROFILE_WORDS.genders.map((gender) => (
          <option key={gender} value={gender} />
        ))}
      </datalist>
      <TextField
        label={PROFILE_WORDS.dob}
        name="dob"
        // An empty date field would show the pattern of a date to a reader who cannot fill it in.
        type={readOnly && dob === '' ? 'text' : 'date'}
        autoComplete="bday"
        min={PROFILE_LIMITS.dobEarliest}
        max={localDay(new Date())}
        readOnly={readOnly}
        defaultValue={dob}
        placeholder={readOnly ? PROFILE_WORDS.notGiven : undefined}
        problem={problems.dob}
      />
      <div className="profile-wide">
        <TextArea
          label={PROFILE_WORDS.about}
          name="about"
          rows={4}
          maxLength={PROFILE_LIMITS.aboutMax}
          readOnly={readOnly}
          defaultValue={user.about}
          placeholder={readOnly ? PROFILE_WORDS.notGiven : undefined}
          problem={problems.about}
        />
      </div>
    </form>
  );
}
