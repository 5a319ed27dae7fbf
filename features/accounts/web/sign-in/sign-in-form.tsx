import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import type { SessionAnswer } from '#features/accounts/bodies.ts';
import { signIn } from '#features/accounts/web/account-api.ts';
import type { FailedCall } from '#web/api/call-api.ts';
import { readRememberDevice } from '#web/session/session-cache.ts';
import { ApiForm } from '#web/ui/api-form.tsx';
import type { BannerMessage } from '#web/ui/banner.tsx';
import { SubmitButton } from '#web/ui/checked-form.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { failure } from './auth-notice.ts';
import { EmailField } from './email-field.tsx';
import { credentialsIn, FIELD_SENTENCES } from './field-sentences.ts';
import type { SignInPage } from './sign-in-slots.ts';

const REFUSED_ID = 'sign-in-refused';

type SignInFormProps = SignInPage & { readonly notice: BannerMessage | null };

export function SignInForm({
  email,
  notice,
  isRememberTicked,
  show,
  onSignedIn,
  onNotice,
  onUnverified,
  onCodeNeeded,
}: SignInFormProps) {
  const remember = useRef<HTMLInputElement>(null);
  // Ticks the box “Remember this device” if it was ticked last time. A box that was ticked before hydration stays ticked.
  useEffect(() => {
    if (remember.current && readRememberDevice()) remember.current.checked = true;
  }, []);

  async function done({ secondStep, data, remembered = false }: SessionAnswer) {
    if (secondStep) await onCodeNeeded();
    else if (data) await onSignedIn(data, remembered);
  }

  function tell(result: FailedCall, form: HTMLFormElement) {
    const code = result.kind === 'refused' && result.refusal.code;
    if (code === 'EMAIL_NOT_VERIFIED')
      return onUnverified(credentialsIn(new FormData(form)).email, failure(result));
    if (code !== 'INVALID_EMAIL_OR_PASSWORD') return onNotice(failure(result));
    const password = form.querySelector<HTMLInputElement>('[name="password"]');
    const isRead = password !== document.activeElement;
    const detail = <RefusedAdvice show={show} />;
    flushSync(() => onNotice({ ...failure(result), detail, id: REFUSED_ID, isRead }));
    // The refused password is selected, so that typing replaces it.
    password?.focus();
    password?.select();
  }

  // The server does not say whether the address or the password is wrong, so its message is shown as the error of both fields.
  const refusedBy = notice?.id;
  return (
    <ApiForm
      action={ACCOUNT_API.signIn}
      sentences={FIELD_SENTENCES}
      send={(values) => {
        onNotice(null);
        return signIn(credentialsIn(values), isRememberTicked());
      }}
      onDone={done}
      onFailed={tell}
    >
      <EmailField email={email} takesPasskey refusedBy={refusedBy} />
      <PasswordField
        label={AUTH_WORDS.password}
        name="password"
        autoComplete="current-password"
        required
        refusedBy={refusedBy}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <label className="flex min-h-8 items-center gap-2.5">
          <input ref={remember} type="checkbox" name="rememberDevice" value="true" className="tick" />
          {AUTH_WORDS.remember}
        </label>
        <button type="button" className="text-link min-h-8 cursor-pointer" onClick={() => show('reset')}>
          {AUTH_WORDS.signIn.forgot}
        </button>
      </div>
      <SubmitButton>{AUTH_WORDS.signIn.submit}</SubmitButton>
    </ApiForm>
  );
}

function RefusedAdvice({ show }: Pick<SignInPage, 'show'>) {
  const { refused, refusedAction } = AUTH_WORDS.signIn;
  return (
    <>
      {refused}{' '}
      <button type="button" className="text-link cursor-pointer" onClick={() => show('reset')}>
        {refusedAction}
      </button>
      .
    </>
  );
}
