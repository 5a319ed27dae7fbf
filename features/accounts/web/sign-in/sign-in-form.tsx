import { type RefObject, useEffect, useRef } from 'react';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import type { SessionAnswer } from '#features/accounts/bodies.ts';
import type { UserRecord } from '#features/accounts/profile-bodies.ts';
import { signIn } from '#features/accounts/web/account-api.ts';
import type { FailedCall } from '#web/api/call-api.ts';
import { readRememberDevice, writeRememberDevice } from '#web/session/session-cache.ts';
import { ApiForm } from '#web/ui/api-form.tsx';
import type { BannerMessage } from '#web/ui/banner.tsx';
import { SubmitButton } from '#web/ui/checked-form.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { failure } from './auth-notice.ts';
import { EmailField } from './email-field.tsx';
import { credentialsIn, FIELD_SENTENCES } from './field-sentences.ts';

type SignInFormProps = {
  /** The address that was typed in another panel. */
  readonly email: string;
  readonly onSignedIn: (user: UserRecord, remembered: boolean) => void;
  readonly onNotice: (notice: BannerMessage | null) => void;
  /** Called when the password is right but the address is not confirmed. */
  readonly onUnverified: (email: string, notice: BannerMessage) => void;
  readonly onForgot: () => void;
  /** Called when the password is right and a code must follow. */
  readonly onCodeNeeded: () => Promise<void>;
};

export function SignInForm(props: SignInFormProps) {
  const { email, onSignedIn, onNotice, onUnverified, onForgot, onCodeNeeded } = props;
  const remember = useRef<HTMLInputElement>(null);
  useTickedAsLastTime(remember);

  async function done({ secondStep, data }: SessionAnswer, values: FormData) {
    if (secondStep) return onCodeNeeded();
    writeRememberDevice(wantsRemembered(values));
    if (data) onSignedIn(data, wantsRemembered(values));
  }

  function tell(result: FailedCall, form: HTMLFormElement) {
    const code = result.kind === 'refused' && result.refusal.code;
    if (code === 'EMAIL_NOT_VERIFIED')
      return onUnverified(credentialsIn(new FormData(form)).email, failure(result));
    if (code !== 'INVALID_EMAIL_OR_PASSWORD') return onNotice(failure(result));
    onNotice({ ...failure(result), detail: <RefusedAdvice onForgot={onForgot} /> });
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
        <button type="button" className="text-link min-h-8 cursor-pointer" onClick={onForgot}>
          {AUTH_WORDS.signIn.forgot}
        </button>
      </div>
      <SubmitButton>{AUTH_WORDS.signIn.submit}</SubmitButton>
    </ApiForm>
  );
}

/** Advice below the server's answer to a wrong address or password. */
function RefusedAdvice({ onForgot }: Pick<SignInFormProps, 'onForgot'>) {
  const { refused, refusedAction } = AUTH_WORDS.signIn;
  return (
    <>
      {refused}{' '}
      <button type="button" className="text-link cursor-pointer" onClick={onForgot}>
        {refusedAction}
      </button>
      .
    </>
  );
}

function wantsRemembered(values: FormData): boolean {
  return values.get('rememberDevice') === 'true';
}

/** Ticks "Remember this device" if it was ticked last time; a box ticked before hydration stays ticked. */
function useTickedAsLastTime(box: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    if (box.current && readRememberDevice()) box.current.checked = true;
  }, [box]);
}
