import { SECURITY_WORDS } from '#content/security.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { postBody } from '#web/api/call-api.ts';
import { usePart } from '#web/ui/use-part.ts';
import { ChangeForm } from './change-form.tsx';
import { SecurityPart, type SecurityPartProps } from './security-part.tsx';

const WORDS = SECURITY_WORDS.password;

export function PasswordPart({ security: { hasPassword }, email, ...parts }: SecurityPartProps) {
  return (
    <SecurityPart id="password" title={WORDS.title} lead={hasPassword ? WORDS.isSet : WORDS.isNotSet}>
      <ChangeForm
        {...parts}
        label={hasPassword ? WORDS.change : WORDS.set}
        words={WORDS}
        action={ACCOUNT_API.password}
        send={(values) => postBody(ACCOUNT_API.password, { password: values.get('password') })}
      >
        <input hidden readOnly type="email" name="username" autoComplete="username" value={email} />
        <Field email={email} />
      </ChangeForm>
    </SecurityPart>
  );
}

const loadField = async () => {
  const { NewPasswordField } = await import('#features/accounts/web/sign-in/new-password-field.tsx');
  return { default: NewPasswordField };
};

/** The field for the new password, mounted (and its code loaded) when the form is opened. */
function Field({ email }: { readonly email: string }) {
  const NewPasswordField = usePart(loadField, true);
  if (!NewPasswordField) return null;
  return <NewPasswordField label={WORDS.field} email={() => email} autoFocus />;
}
