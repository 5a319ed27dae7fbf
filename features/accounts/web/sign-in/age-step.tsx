import { AGE_WORDS } from '#content/age.ts';
import { AGE_API } from '#contract/age.ts';
import { FIELD_ERRORS } from '#contract/field-errors.ts';
import { EARLIEST_BIRTH_DATE } from '#contract/limits.ts';
import { filled } from '#contract/page-errors.ts';
import { ACCOUNT_SETTINGS } from '#features/accounts/contract.ts';
import { postBody } from '#web/api/call-api.ts';
import { publicSettingsOf } from '#web/api/public-settings.ts';
import { focusHeading } from '#web/shell/route-change.tsx';
import { ApiForm } from '#web/ui/api-form.tsx';
import type { BannerMessage } from '#web/ui/banner.tsx';
import { SubmitButton } from '#web/ui/checked-form.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { failure } from './auth-notice.ts';

const SENTENCES = {
  birthDate: { missing: FIELD_ERRORS.BIRTH_DATE_MISSING, malformed: FIELD_ERRORS.BIRTH_DATE_MISSING },
} as const;

type AgeStepProps = {
  /** Called when the person is old enough: this browser may then create an account within the hour. */
  readonly onMet: () => void;
  readonly onNotice: (notice: BannerMessage | null) => void;
};

/** The form for the date of birth. It is loaded only if a new account needs one (`MINIMUM_AGE`). */
export default function AgeStep({ onMet, onNotice }: AgeStepProps) {
  return (
    <ApiForm
      action={AGE_API}
      sentences={SENTENCES}
      send={(values) => {
        onNotice(null);
        return postBody(AGE_API, { birthDate: values.get('birthDate') });
      }}
      onDone={() => {
        // The pressed button will be removed, so the focus moves to the heading.
        focusHeading();
        onMet();
      }}
      onFailed={(result) => onNotice(failure(result))}
    >
      <p className="text-soft">
        {filled(AGE_WORDS.lead, { age: publicSettingsOf(ACCOUNT_SETTINGS).minimumAge })}
      </p>
      <TextField
        label={AGE_WORDS.label}
        name="birthDate"
        type="date"
        autoComplete="bday"
        min={EARLIEST_BIRTH_DATE}
        required
        hint={AGE_WORDS.hint}
      />
      <SubmitButton>{AGE_WORDS.submit}</SubmitButton>
    </ApiForm>
  );
}
