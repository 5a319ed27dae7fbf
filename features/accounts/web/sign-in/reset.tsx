import { useState } from 'react';
import { PAGES } from '#content/page-paths.ts';
import { RESET_WORDS } from '#content/reset.ts';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { MESSAGES } from '#contract/messages.ts';
import { PAGE_ERRORS } from '#contract/page-errors.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { resetPassword } from '#features/accounts/web/account-api.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { useCheckedForm } from '#web/ui/use-checked-form.ts';
import { usePart } from '#web/ui/use-part.ts';
import { AuthFrame } from './auth-frame.tsx';
import { isMoreNeeded } from './auth-notice.ts';
import { authPath } from './auth-view.ts';
import { EverythingLost } from './everything-lost.tsx';
import { FIELD_SENTENCES } from './field-sentences.ts';
import { FixedEmail } from './fixed-email.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { useEnter } from './use-enter.ts';
import { useMailedLink } from './use-mailed-link.ts';

export function meta() {
  return pageMeta({ title: RESET_WORDS.pageTitle, description: RESET_WORDS.pageDescription, secret: true });
}

const loadCodeField = async () => {
  const { CodeField } = await import('./code-field.tsx');
  return { default: CodeField };
};

const SENTENCES = { ...FIELD_SENTENCES, code: { missing: RESET_WORDS.codeMissing } };

/**
 * The page of the mailed reset link: sets a new password, the first one too, and signs in. An account with a passkey or an app asks for
 * a code as well (docs/decisions/0051-an-account-only-after-proof.md).
 */
export default function Reset() {
  const enter = useEnter();
  const [needsCode, setNeedsCode] = useState(false);
  const CodeField = usePart(loadCodeField, needsCode);
  const { token, email, isOpen: ask, notice, setNotice, fail } = useMailedLink();
  const { busy, problems, formProps } = useCheckedForm(SENTENCES, async (values) => {
    setNotice(null);
    if (!token) return [];
    const password = String(values.get('password') ?? '');
    const result = await resetPassword(token, password, values.get('code')?.toString());
    if (result.kind === 'ok') {
      await enter(result.data.data, { done: MESSAGES.passwordReset, home: PAGES.homeAlias });
      return [];
    }
    if (result.kind === 'refused' && result.refusal.fields?.some(({ field }) => field === 'password'))
      return result.refusal.fields;
    if (needsCode && result.kind === 'refused' && result.status === 403)
      return [{ field: 'code', message: result.refusal.message }];
    if (isMoreNeeded(result)) setNeedsCode(true);
    fail(result);
    return [];
  });

  const unsure = token === undefined;
  return (
    <AuthFrame>
      <h1 className="first-light text-heading">{RESET_WORDS.pageTitle}</h1>
      <Banner message={notice} onDismiss={() => setNotice(null)} />
      {ask && (
        <form
          {...formProps}
          method="post"
          action={ACCOUNT_API.reset}
          className={unsure ? 'when-link grid gap-5' : 'grid gap-5'}
        >
          <p className="text-soft">{RESET_WORDS.lead}</p>
          <FixedEmail email={email} />
          <NewPasswordField label={AUTH_WORDS.newPassword} problem={problems.password} email={() => email} />
          {CodeField && <CodeField label={RESET_WORDS.code} problem={problems.code} autoFocus />}
          <Button type="submit" look="dawn" busy={busy}>
            {RESET_WORDS.submit}
          </Button>
          {needsCode && (
            <Link to={PAGES.auth} className="button button-quiet">
              {AUTH_WORDS.signIn.passkey}
            </Link>
          )}
          {needsCode && <EverythingLost {...RESET_WORDS.lost} />}
        </form>
      )}
      {(unsure || !ask) && (
        <div className={unsure ? 'when-no-link grid gap-5' : 'grid gap-5'}>
          {!token && <p>{PAGE_ERRORS.LINK_NOT_COMPLETE}</p>}
          <Link to={authPath('reset')} className="button button-dawn">
            {RESET_WORDS.another}
          </Link>
        </div>
      )}
    </AuthFrame>
  );
}
