import { CONTROL_WORDS } from '#content/shell.ts';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { ACCOUNT_ERRORS } from '#contract/account-errors.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { postBody } from '#web/api/call-api.ts';
import { AddressField } from '#web/ui/address-field.tsx';
import { ApiForm } from '#web/ui/api-form.tsx';
import type { BannerMessage } from '#web/ui/banner.tsx';
import { SubmitButton } from '#web/ui/checked-form.tsx';
import { failure, success } from './auth-notice.ts';
import { NothingThere } from './check-inbox.tsx';
import { credentialsIn, FIELD_SENTENCES } from './field-sentences.ts';
import type { SignInPage } from './sign-in-slots.ts';

type ResetRequestFormProps = Pick<SignInPage, 'email' | 'onNotice'> & {
  readonly onAsked: (asked: { readonly email: string; readonly notice: BannerMessage }) => void;
};

/** The form that requests a reset link. Its answer does not depend on whether the address has an account. */
export function ResetRequestForm({ email, onNotice, onAsked }: ResetRequestFormProps) {
  return (
    <ApiForm
      action={ACCOUNT_API.requestReset}
      sentences={FIELD_SENTENCES}
      send={(values) => {
        onNotice(null);
        return postBody(ACCOUNT_API.requestReset, { email: credentialsIn(values).email });
      }}
      onDone={({ message }, values) =>
        onAsked({ email: credentialsIn(values).email, notice: success(message) })
      }
      onFailed={(result) => onNotice(failure(result, ACCOUNT_ERRORS.RESET_REQUEST_FAILED))}
    >
      <AddressField
        label={AUTH_WORDS.email}
        autoComplete="username"
        enterKeyHint="send"
        defaultValue={email || undefined}
      />
      <SubmitButton busyLabel={CONTROL_WORDS.sending}>{AUTH_WORDS.reset.submit}</SubmitButton>
    </ApiForm>
  );
}

type ResetAskedProps = { readonly email: string; readonly onAgain: () => void };

/** What to do until the reset link arrives. The text does not reveal whether the address has an account. */
export function ResetAsked({ email, onAgain }: ResetAskedProps) {
  const { asked } = AUTH_WORDS.reset;
  return (
    <>
      <div className="grid justify-items-start gap-1">
        <p>
          {asked.address}{' '}
          <strong dir="ltr" className="wrap-anywhere">
            {email}
          </strong>
        </p>
        <button type="button" className="text-link min-h-8 cursor-pointer" onClick={onAgain}>
          {asked.again}
        </button>
      </div>
      <NothingThere steps={asked.steps} />
    </>
  );
}
