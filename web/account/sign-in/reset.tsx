import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { AUTH_WORDS, RESET_WORDS } from '#content/account.ts';
import { ACCOUNT_API, PAGES } from '#contract/paths.ts';
import { resetPassword } from '#web/account/account-api.ts';
import { sessionStore } from '#web/account/session/session.ts';
import { FIELD_SENTENCES } from '#web/account/sign-in/field-sentences.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { useCheckedForm } from '#web/ui/use-checked-form.ts';
import { AuthFrame } from './auth-frame.tsx';
import { type AuthNotice, failure } from './auth-notice.ts';
import { authPath } from './auth-view.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { useLinkToken } from './use-link-token.ts';

export function meta() {
  return pageMeta({ title: RESET_WORDS.pageTitle, description: RESET_WORDS.pageDescription, secret: true });
}

/** Where the mailed reset link leads: a new password, once, and then back to sign in with it. */
export default function Reset() {
  const token = useLinkToken();
  const navigate = useNavigate();
  const [dead, setDead] = useState(false);
  const [notice, setNotice] = useState<AuthNotice | null>(null);
  const { busy, problems, formProps } = useCheckedForm(FIELD_SENTENCES, async (values) => {
    setNotice(null);
    if (!token) return [];
    const result = await resetPassword(token, String(values.get('password') ?? ''));
    if (result.kind === 'ok') {
      // A reset ends every session (decisions §3.8), this browser's included.
      sessionStore().tell(null);
      await navigate(PAGES.auth, { state: { passwordChanged: true } });
      return [];
    }
    if (result.kind === 'refused') {
      if (result.refusal.code === 'LINK_NOT_VALID') setDead(true);
      if (result.refusal.fields?.some(({ field }) => field === 'password')) return result.refusal.fields;
    }
    setNotice(failure(result));
    return [];
  });

  const ask = !dead && token !== null;
  return (
    <AuthFrame>
      <h1 className="first-light text-heading">{RESET_WORDS.pageTitle}</h1>
      {ask && <p className="text-soft">{RESET_WORDS.lead}</p>}
      <Banner message={notice?.message ?? null} onDismiss={() => setNotice(null)} />
      {ask ? (
        <form {...formProps} method="post" action={ACCOUNT_API.reset} className="grid gap-5">
          <NewPasswordField label={AUTH_WORDS.newPassword} problem={problems.password} />
          <Button type="submit" look="dawn" busy={busy}>
            {RESET_WORDS.submit}
          </Button>
        </form>
      ) : (
        <>
          {token === null && <p>{RESET_WORDS.noToken}</p>}
          <Link to={authPath('reset')} className="button button-dawn">
            {RESET_WORDS.another}
          </Link>
        </>
      )}
    </AuthFrame>
  );
}
