import { AGE_WORDS } from '#content/age.ts';
import { AGE_API } from '#contract/age.ts';
import { FIELD_ERRORS } from '#contract/field-errors.ts';
import { filled } from '#contract/page-errors.ts';
import { ACCOUNT_SETTINGS } from '#features/accounts/contract.ts';
import { callAccount } from '#web/api/call-api.ts';
import { publicSettingsOf } from '#web/api/public-settings.ts';
import type { BannerMessage } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useCheckedForm } from '#web/ui/use-checked-form.ts';
import { failure } from './auth-notice.ts';

const SENTENCES = {
  birthDate: { missing: FIELD_ERRORS.BIRTH_DATE_MISSING, malformed: FIELD_ERRORS.BIRTH_DATE_MISSING },
} as const;

type AgeStepProps = {
  /** This browser may create an account within the hour; the server keeps nothing. */
  readonly onMet: () => void;
  readonly onNotice: (notice: BannerMessage | null) => void;
};

/** Asks for the date of birth before anything else of a new account (`MINIMUM_AGE`). Loaded only where it is asked for. */
export default function AgeStep({ onMet, onNotice }: AgeStepProps) {
  const { busy, problems, formProps } = useCheckedForm(SENTENCES, async (values) => {
    onNotice(null);
    const birthDate = values.get('birthDate');
    const result = await callAccount(AGE_API, { method: 'POST', body: { birthDate } });
    if (result.kind === 'ok') onMet();
    else if (result.kind === 'refused' && result.refusal.fields) return result.refusal.fields;
    else onNotice(failure(result));
    return [];
  });
  return (
    <form {...formProps} method="post" action={AGE_API} className="grid gap-5">
      <p className="text-soft">
        {filled(AGE_WORDS.lead, { age: publicSettingsOf(ACCOUNT_SETTINGS).minimumAge })}
      </p>
      <TextField
        label={AGE_WORDS.label}
        name="birthDate"
        type="date"
        autoComplete="bday"
        min="1900-01-01"
        required
        hint={AGE_WORDS.hint}
        problem={problems.birthDate}
      />
      <Button type="submit" look="dawn" busy={busy}>
        {AGE_WORDS.submit}
      </Button>
    </form>
  );
}
