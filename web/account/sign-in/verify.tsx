import { useState } from 'react';
import { Link } from 'react-router';
import { VERIFY_WORDS } from '#content/account.ts';
import { MESSAGES } from '#contract/messages.ts';
import { ACCOUNT_API, PAGES } from '#contract/paths.ts';
import { verifyEmail } from '#web/account/account-api.ts';
import { FIELD_SENTENCES } from '#web/account/sign-in/field-sentences.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { useCheckedForm } from '#web/ui/use-checked-form.ts';
import { AuthFrame } from './auth-frame.tsx';
import { type AuthNotice, failure, success } from './auth-notice.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { useLinkToken } from './use-link-token.ts';

export function meta() {
  return pageMeta({ title: VERIFY_WORDS.pageTitle, description: VERIFY_WORDS.pageDescription, secret: true });
}

type Step = 'ready' | 'password' | 'done' | 'dead';

/**
 * Where the mailed verification link leads. Opening it changes nothing; the button confirms (decisions §3.4).
 * In another browser than the one that signed up, a password must be chosen first.
 */
export default function Verify() {
  const token = useLinkToken();
  const [step, setStep] = useState<Step>('ready');
  const [notice, setNotice] = useState<AuthNotice | null>(null);
  const { busy, problems, formProps } = useCheckedForm(FIELD_SENTENCES, async (values) => {
    setNotice(null);
    if (!token) return [];
    const password = values.get('password');
    const result = await verifyEmail(token, typeof password === 'string' ? password : undefined);
    if (result.kind === 'ok') {
      setStep('done');
      setNotice(success(MESSAGES.emailConfirmed));
      return [];
    }
    if (result.kind === 'refused') {
      const { code, fields } = result.refusal;
      if (code === 'PASSWORD_NEEDED') setStep('password');
      if (code === 'LINK_NOT_VALID') setStep('dead');
      if (fields?.some(({ field }) => field === 'password')) return fields;
    }
    setNotice(failure(result));
    return [];
  });

  const dead = step === 'dead' || token === null;
  const ask = !dead && step !== 'done';
  return (
    <AuthFrame>
      <h1 className="first-light text-heading">{VERIFY_WORDS.pageTitle}</h1>
      {ask && <p className="text-soft">{VERIFY_WORDS.lead}</p>}
      <Banner message={notice?.message ?? null} onDismiss={() => setNotice(null)} />
      {ask && (
        <form {...formProps} method="post" action={ACCOUNT_API.verify} className="grid gap-5">
          {step === 'password' && (
            <NewPasswordField label={VERIFY_WORDS.choose} problem={problems.password} />
          )}
          <Button type="submit" look="dawn" busy={busy}>
            {VERIFY_WORDS.submit}
          </Button>
        </form>
      )}
      {step === 'done' && (
        <Link to={PAGES.auth} className="button button-dawn">
          {VERIFY_WORDS.signIn}
        </Link>
      )}
      {dead && (
        <>
          {token === null && <p>{VERIFY_WORDS.noToken}</p>}
          <p className="text-soft">{VERIFY_WORDS.anotherHint}</p>
          <Link to={PAGES.auth} className="button button-dawn">
            {VERIFY_WORDS.another}
          </Link>
        </>
      )}
    </AuthFrame>
  );
}
