import { useEffect, useRef } from 'react';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import type { SessionAnswer } from '#features/accounts/bodies.ts';
import { signIn } from '#features/accounts/web/account-api.ts';
import type { FailedCall } from '#web/api/call-api.ts';
import { readRememberDevice } from '#web/session/session-cache.ts';
import { ApiForm } from '#web/ui/api-form.tsx';
import { SubmitButton } from '#web/ui/checked-form.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { failure } from './auth-notice.ts';
import { EmailField } from './email-field.tsx';
import { credentialsIn, FIELD_SENTENCES } from './field-sentences.ts';
import type { SignInPage } from './sign-in-slots.ts';

export function SignInForm({ email, show, onSignedIn, onNotice, onUnverified, onCodeNeeded }: SignInPage) {
  const remember = useRef<HTMLInputElement>(null);
  // Ticks the box if it was ticked last time. A box that was ticked before hydration stays ticked.
  useEffect(() => {
    if (remember.current && readRememberDevice()) remember.current.checked = true;
  }, []);

  async function done({ secondStep, data }: SessionAnswer, values: FormData) {
    if (secondStep) await onCodeNeeded();
    else if (data) onSignedIn(data, wantsRemembered(values));
  }

  function tell(result: FailedCall, form: HTMLFormElement) {
    const code = result.kind === 'refused' && result.refusal.code;
    if (code === 'EMAIL_NOT_VERIFIED')
      return onUnverified(credentialsIn(new FormData(form)).email, failure(result));
    if (code !== 'INVALID_EMAIL_OR_PASSWORD') return onNotice(failure(result));
    onNotice({ ...failure(result), detail: <RefusedAdvice show={show} /> });
    // The refused password is selected, so that typing replaces it.
    form.querySelector<HTMLInputElement>('[name="password"]')?.select();
  }

  return (
    <ApiForm
      action={ACCOUNT_API.signIn}
      sentences={FIELD_SENTENCES}
      send={(values) => {
        onNotice(null);
        return signIn(credentialsIn(values), wantsRemembered(values));
      }}
      onDone={done}
      onFailed={tell}
    >
      <EmailField email={email} takesPasskey />
      <PasswordField label={AUTH_WORDS.password} name="password" autoComplete="current-password" required />
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

function wantsRemembered(values: FormData): boolean {
  return values.get('rememberDevice') === 'true';
}
