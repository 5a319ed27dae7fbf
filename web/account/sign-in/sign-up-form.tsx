import { AUTH_WORDS } from '#content/account.ts';
import { MESSAGES } from '#contract/messages.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import type { UserRecord } from '#contract/users.ts';
import {
  type Credentials,
  resendVerification,
  saveFreshUser,
  signIn,
  signUp,
} from '#web/account/account-api.ts';
import { FIELD_SENTENCES } from '#web/account/sign-in/field-sentences.ts';
import { Button } from '#web/ui/button.tsx';
import { useCheckedForm } from '#web/ui/use-checked-form.ts';
import { type AuthNotice, failure, success } from './auth-notice.ts';
import { credentialsIn } from './credentials.ts';
import { EmailField } from './email-field.tsx';
import { NewPasswordField } from './new-password-field.tsx';

type CreateFormProps = {
  /** An address typed in another panel. */
  readonly email: string;
  /** The account awaits its verification. The notice is the one banner to show. */
  readonly onCreated: (notice: AuthNotice) => void;
  /** The silent sign-in went through: the address had an account with this very password. */
  readonly onSignedIn: (user: UserRecord) => void;
  readonly onNotice: (notice: AuthNotice | null) => void;
};

/** Email and password of a new account. */
export function SignUpForm({ email, onCreated, onSignedIn, onNotice }: CreateFormProps) {
  const { busy, problems, formProps } = useCheckedForm(FIELD_SENTENCES, async (values) => {
    onNotice(null);
    const credentials = credentialsIn(values);
    const result = await signUp(credentials);
    if (result.kind !== 'ok') {
      if (result.kind === 'refused' && result.refusal.fields) return result.refusal.fields;
      onNotice(failure(result));
      return [];
    }
    const user = await finishSignUp(credentials);
    if (user) onSignedIn(user);
    else onCreated({ ...success(MESSAGES.checkYourEmail), canResend: true });
    return [];
  });

  return (
    <form {...formProps} method="post" action={ACCOUNT_API.signUp} className="grid gap-5">
      <EmailField email={email} problem={problems.email} />
      <NewPasswordField
        label={AUTH_WORDS.password}
        problem={problems.password}
        email={() => formProps.ref.current?.querySelector<HTMLInputElement>('[name="email"]')?.value ?? ''}
      />
      <Button type="submit" look="dawn" busy={busy}>
        {AUTH_WORDS.create.submit}
      </Button>
    </form>
  );
}

/**
 * What follows a sign-up (spec §4, decisions §3.6): the record is saved, a silent sign-in is tried, and while the
 * address is unverified a verification mail is requested. None of their failures is the visitor's business: the
 * account, its record and its mail were stored together by the sign-up, and a different answer for a taken
 * address would tell who has an account.
 *
 * @returns the signed-in user, or null when the address must be verified first
 */
async function finishSignUp(credentials: Credentials): Promise<UserRecord | null> {
  await saveFreshUser(credentials.email);
  const result = await signIn(credentials, false);
  if (result.kind === 'ok') return result.data.data;
  if (result.kind === 'refused' && result.refusal.code === 'EMAIL_NOT_VERIFIED') await resendVerification();
  return null;
}
