import { useState } from 'react';
import { SECURITY_WORDS } from '#content/security.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { FIELD_SENTENCES } from '#web/account/sign-in/field-sentences.ts';
import { NewPasswordField } from '#web/account/sign-in/new-password-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { useCheckedForm } from '#web/ui/use-checked-form.ts';
import { sayWhyNot } from './say-why-not.ts';
import { changePassword } from './security-api.ts';
import { SecurityPart, type SecurityPartProps } from './security-part.tsx';

const WORDS = SECURITY_WORDS.password;

/** Changes the password, or sets the first one. */
export function PasswordPart({ security, email, ensureProof, reload }: SecurityPartProps) {
  const [open, setOpen] = useState(false);
  const { busy, problems, formProps } = useCheckedForm(FIELD_SENTENCES, async (values) => {
    if (!(await ensureProof())) return [];
    const result = await changePassword(String(values.get('password')));
    if (result.kind === 'ok') {
      setOpen(false);
      toast.success(result.data.message);
      await reload();
    } else if (result.kind === 'refused' && result.refusal.fields) return result.refusal.fields;
    else sayWhyNot(result);
    return [];
  });

  return (
    <SecurityPart
      id="password"
      title={WORDS.title}
      lead={security.hasPassword ? WORDS.isSet : WORDS.isNotSet}
    >
      {open ? (
        <form {...formProps} method="post" action={ACCOUNT_API.password} className="grid gap-5">
          <input hidden readOnly type="email" name="username" autoComplete="username" value={email} />
          <NewPasswordField label={WORDS.field} problem={problems.password} email={() => email} autoFocus />
          <p className="text-small text-soft">{WORDS.hint}</p>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" look="dawn" busy={busy}>
              {WORDS.submit}
            </Button>
            <Button onClick={() => setOpen(false)}>{WORDS.cancel}</Button>
          </div>
        </form>
      ) : (
        <div>
          <Button onClick={() => setOpen(true)}>{security.hasPassword ? WORDS.change : WORDS.set}</Button>
        </div>
      )}
    </SecurityPart>
  );
}
