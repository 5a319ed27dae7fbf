import { useState } from 'react';
import { useNavigate } from 'react-router';
import { PAGES } from '#content/page-paths.ts';
import { SHELL_WORDS } from '#content/shell.ts';
import { VERIFY_WORDS } from '#content/verify.ts';
import { filled, PAGE_ERRORS } from '#contract/page-errors.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { signIn, verifyEmail } from '#features/accounts/web/account-api.ts';
import { Notice } from '#features/forms/web/notice.tsx';
import { useUser } from '#web/session/session.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { useCheckedForm } from '#web/ui/use-checked-form.ts';
import { usePart } from '#web/ui/use-part.ts';
import { AuthFrame } from './auth-frame.tsx';
import { isMoreNeeded } from './auth-notice.ts';
import { authPath } from './auth-view.ts';
import { FIELD_SENTENCES } from './field-sentences.ts';
import { FixedEmail } from './fixed-email.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { takeReturnPath } from './return-path.ts';
import { useEnter } from './use-enter.ts';
import { useMailedLink } from './use-mailed-link.ts';

/** Loaded only where an age is asked for. */
const loadAgeStep = () => import('./age-step.tsx');

export function meta() {
  return pageMeta({ title: VERIFY_WORDS.pageTitle, description: VERIFY_WORDS.pageDescription, secret: true });
}

/**
 * The page of the mailed verification link. Opening it changes nothing; the button confirms (docs/product.md, "Confirmation"). In the browser
 * that signed up this signs in; in another one the visitor chooses a password, and the page signs in with it.
 */
export default function Verify() {
  const enter = useEnter();
  const navigate = useNavigate();
  const user = useUser();
  const [needsPassword, setNeedsPassword] = useState(false);
  const [needsAge, setNeedsAge] = useState(false);
  const AgeStep = usePart(loadAgeStep, needsAge);
  /** Whether the server has said what the link is for. Until then the form keeps its room and cannot be pressed; it grows where a password is needed. */
  const [asked, setAsked] = useState(false);
  const {
    token,
    email,
    isOpen: ask,
    notice,
    setNotice,
    fail,
  } = useMailedLink((link) => {
    setNeedsPassword(link?.needsPassword ?? false);
    setNeedsAge(link?.needsBirthDate ?? false);
    setAsked(true);
  });
  const { busy, problems, formProps } = useCheckedForm(FIELD_SENTENCES, async (values) => {
    setNotice(null);
    if (!token) return [];
    const password = values.get('password')?.toString();
    const result = await verifyEmail(token, password);
    if (result.kind === 'ok') {
      const { data, email: confirmed } = result.data;
      // Where the server gave no session with the link, the password that has just been chosen gives one.
      const entered = data ?? (password ? await signInWith(confirmed, password) : null);
      if (entered) await enter(entered, { done: VERIFY_WORDS.done, home: PAGES.profile });
      else
        await navigate(authPath('sign-in', takeReturnPath()), {
          state: { emailConfirmed: true, email: confirmed },
        });
      return [];
    }
    if (result.kind === 'refused') {
      const { code, fields } = result.refusal;
      if (code === 'PASSWORD_NEEDED') {
        setNeedsPassword(true);
        return [];
      }
      if (isMoreNeeded(result)) setNeedsAge(true);
      if (fields?.some(({ field }) => field === 'password')) return fields;
    }
    fail(result);
    return [];
  });

  const unsure = token === undefined;
  const isDead = token !== null && !ask;
  const title = isDead
    ? VERIFY_WORDS.deadTitle
    : ask && needsPassword
      ? VERIFY_WORDS.oneMoreStep
      : VERIFY_WORDS.pageTitle;
  return (
    <AuthFrame>
      <h1 className="first-light text-heading">{title}</h1>
      {/* Who is signed in needs no new link, and is told so below. */}
      <Banner message={isDead && user ? null : notice} onDismiss={() => setNotice(null)} />
      {ask && (
        <div className={unsure ? 'when-link' : undefined}>
          <div className={asked ? undefined : 'skeleton'} aria-busy={!asked}>
            {!asked && <p className="sr-only">{VERIFY_WORDS.checking}</p>}
            <div className={`grid gap-5${asked ? '' : ' invisible'}`}>
              <p className="text-soft">{needsPassword ? VERIFY_WORDS.oneMoreStepLead : VERIFY_WORDS.lead}</p>
              {needsAge && AgeStep ? (
                <AgeStep onMet={() => setNeedsAge(false)} onNotice={setNotice} />
              ) : (
                <form {...formProps} method="post" action={ACCOUNT_API.verify} className="grid gap-5">
                  {needsPassword && (
                    <>
                      <FixedEmail email={email} />
                      <NewPasswordField
                        label={VERIFY_WORDS.choose}
                        problem={problems.password}
                        email={() => email}
                      />
                    </>
                  )}
                  <Button type="submit" look="dawn" busy={busy}>
                    {VERIFY_WORDS.submit}
                  </Button>
                  {needsPassword && <Notice name="sign-up" />}
                </form>
              )}
            </div>
          </div>
        </div>
      )}
      {(unsure || !ask) && (
        <div className={unsure ? 'when-no-link grid gap-5' : 'grid gap-5'}>
          {!token && <p>{PAGE_ERRORS.LINK_NOT_COMPLETE}</p>}
          <div className="when-out grid gap-5">
            <p className="text-soft">{VERIFY_WORDS.anotherHint}</p>
            <Link to={PAGES.auth} className="button button-dawn">
              {VERIFY_WORDS.another}
            </Link>
            <Link to={authPath('create')} className="button button-quiet">
              {VERIFY_WORDS.again}
            </Link>
          </div>
          <div className="when-in grid gap-5">
            <p className="text-soft">
              {token && `${VERIFY_WORDS.unusable} `}
              {filled(VERIFY_WORDS.signedIn, { email: user?.email ?? '…' })}
            </p>
            <Link to={PAGES.profile} className="button button-dawn">
              {SHELL_WORDS.viewProfile}
            </Link>
          </div>
        </div>
      )}
    </AuthFrame>
  );
}

async function signInWith(email: string, password: string) {
  const result = await signIn({ email, password }, false);
  return result.kind === 'ok' ? result.data.data : null;
}
