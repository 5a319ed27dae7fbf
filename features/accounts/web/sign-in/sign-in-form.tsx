import { type RefObject, useEffect, useRef } from 'react';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import type { UserRecord } from '#features/accounts/profile-bodies.ts';
import { signIn } from '#features/accounts/web/account-api.ts';
import { readRememberDevice, writeRememberDevice } from '#web/session/session-cache.ts';
import type { BannerMessage } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { useCheckedForm } from '#web/ui/use-checked-form.ts';
import { failure } from './auth-notice.ts';
import { credentialsIn } from './credentials.ts';
import { EmailField } from './email-field.tsx';
import { FIELD_SENTENCES } from './field-sentences.ts';

type SignInFormProps = {
  /** An address typed in another panel. */
  readonly email: string;
  readonly onSignedIn: (user: UserRecord, remembered: boolean) => void;
  readonly onNotice: (notice: BannerMessage | null) => void;
  /** The password is right, and the address still to be confirmed. */
  readonly onUnverified: (email: string, notice: BannerMessage) => void;
  readonly onForgot: () => void;
  /** The password is right, and a code has to follow. */
  readonly onCodeNeeded: () => Promise<void>;
};

/** Email, password, "Remember this device" and "Forgot Password?". */
export function SignInForm(props: SignInFormProps) {
  const { email, onSignedIn, onNotice, onUnverified, onForgot, onCodeNeeded } = props;
  const remember = useRef<HTMLInputElement>(null);
  const { busy, problems, formProps } = useCheckedForm(FIELD_SENTENCES, async (values) => {
    onNotice(null);
    const rememberDevice = values.get('rememberDevice') === 'true';
    const credentials = credentialsIn(values);
    const result = await signIn(credentials, rememberDevice);
    if (result.kind === 'ok') {
      if (result.data.secondStep) {
        await onCodeNeeded();
        return [];
      }
      writeRememberDevice(rememberDevice);
      if (result.data.data) onSignedIn(result.data.data, rememberDevice);
      return [];
    }
    if (result.kind === 'refused' && result.refusal.fields) return result.refusal.fields;
    if (result.kind === 'refused' && result.refusal.code === 'EMAIL_NOT_VERIFIED')
      onUnverified(credentials.email, failure(result));
    else if (result.kind === 'refused' && result.refusal.code === 'INVALID_EMAIL_OR_PASSWORD') {
      onNotice({ ...failure(result), detail: <RefusedAdvice onForgot={onForgot} /> });
      // Selected, so that typing replaces it.
      formProps.ref.current?.querySelector<HTMLInputElement>('[name="password"]')?.select();
    } else onNotice(failure(result));
    return [];
  });

  useTickedAsLastTime(remember);

  return (
    <form {...formProps} method="post" action={ACCOUNT_API.signIn} className="grid gap-5">
      <EmailField email={email} problem={problems.email} takesPasskey />
      <PasswordField
        label={AUTH_WORDS.password}
        name="password"
        autoComplete="current-password"
        required
        problem={problems.password}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <label className="flex min-h-8 items-center gap-2.5">
          <input ref={remember} type="checkbox" name="rememberDevice" value="true" className="tick" />
          {AUTH_WORDS.remember}
        </label>
        <button type="button" className="text-link min-h-8 cursor-pointer" onClick={onForgot}>
          {AUTH_WORDS.signIn.forgot}
        </button>
      </div>
      <Button type="submit" look="dawn" busy={busy}>
        {AUTH_WORDS.signIn.submit}
      </Button>
    </form>
  );
}

/** Below the server's answer to a wrong address or password. */
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

/** Restores the box from storage; a box ticked before hydration stays ticked. */
function useTickedAsLastTime(box: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    if (box.current && readRememberDevice()) box.current.checked = true;
  }, [box]);
}
