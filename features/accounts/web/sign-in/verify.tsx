import { useState } from 'react';
import { useNavigate } from 'react-router';
import { NOTICES } from '#content/notices.ts';
import { PAGES } from '#content/page-paths.ts';
import { SHELL_WORDS } from '#content/shell.ts';
import { VERIFY_WORDS } from '#content/verify.ts';
import { filled } from '#contract/page-errors.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import type { VerifyAnswer } from '#features/accounts/bodies.ts';
import { signIn } from '#features/accounts/web/account-api.ts';
import { Notice } from '#features/forms/web/notice.tsx';
import type { FailedCall } from '#web/api/call-api.ts';
import { useUser } from '#web/session/session.ts';
import { metaIn } from '#web/shell/page-meta.ts';
import { focusHeading } from '#web/shell/route-change.tsx';
import { ApiForm } from '#web/ui/api-form.tsx';
import { SubmitButton } from '#web/ui/checked-form.tsx';
import { Link } from '#web/ui/link.tsx';
import { usePart } from '#web/ui/use-part.ts';
import { isMoreNeeded } from './auth-notice.ts';
import { authPath, takeReturnPath } from './auth-path.ts';
import { FixedEmail } from './email-field.tsx';
import { NEW_PASSWORD_SENTENCES } from './field-sentences.ts';
import { MailedLinkPage, useMailedLink } from './mailed-link-page.tsx';
import NewPasswordField from './new-password-field.tsx';
import { useEnter } from './use-enter.ts';

const loadAgeStep = () => import('./age-step.tsx');

export const meta = () => metaIn(VERIFY_WORDS, { secret: true });

/** Opening the page changes nothing; the button confirms the address (docs/product.md, "Confirmation"). */
export default function Verify() {
  const enter = useEnter();
  const navigate = useNavigate();
  const user = useUser();
  const [needsPassword, setNeedsPassword] = useState(false);
  const [needsAge, setNeedsAge] = useState(false);
  const AgeStep = usePart(loadAgeStep, needsAge, () => setNeedsAge(false));
  const link = useMailedLink((found) => {
    setNeedsPassword(found?.needsPassword ?? false);
    setNeedsAge(found?.needsBirthDate ?? false);
  });
  const { token, email, isOpen } = link;

  async function done({ data, email: confirmed }: VerifyAnswer, values: FormData) {
    const password = values.get('password')?.toString();
    // If the confirmation signed nobody in, the page signs in with the password that was chosen here.
    const entered = data ?? (password ? await signInWith(confirmed, password) : null);
    if (entered) await enter(entered, { done: VERIFY_WORDS.done, home: PAGES.profile });
    else
      await navigate(authPath('sign-in', takeReturnPath()), {
        state: { emailConfirmed: true, email: confirmed },
      });
  }

  function tell(result: FailedCall) {
    if (result.kind === 'refused' && result.refusal.code === 'PASSWORD_NEEDED') return setNeedsPassword(true);
    if (isMoreNeeded(result)) {
      setNeedsAge(true);
      focusHeading();
    }
    link.fail(result);
  }

  const isDead = token !== null && !isOpen;
  const openTitle = isOpen && needsPassword ? VERIFY_WORDS.oneMoreStep : VERIFY_WORDS.pageTitle;
  return (
    <MailedLinkPage
      // A signed-in person needs no new link, so the error is hidden; a sentence below explains this.
      link={isDead && user ? { ...link, notice: null } : link}
      title={isDead ? VERIFY_WORDS.deadTitle : openTitle}
      form={
        <>
          <p className="text-soft">{needsPassword ? VERIFY_WORDS.oneMoreStepLead : VERIFY_WORDS.lead}</p>
          {needsAge && AgeStep ? (
            <AgeStep onMet={() => setNeedsAge(false)} onNotice={link.setNotice} />
          ) : (
            <ApiForm
              action={ACCOUNT_API.verify}
              sentences={NEW_PASSWORD_SENTENCES}
              send={(values) => link.send<VerifyAnswer>(ACCOUNT_API.verify, choiceIn(values))}
              onDone={done}
              onFailed={tell}
            >
              <FixedEmail email={email} />
              {needsPassword && <NewPasswordField label={VERIFY_WORDS.choose} email={email} />}
              {needsPassword && <Notice name="sign-up" />}
              <SubmitButton>{VERIFY_WORDS.submit}</SubmitButton>
            </ApiForm>
          )}
        </>
      }
    >
      <div className="when-out grid gap-5">
        <p className="text-soft">{VERIFY_WORDS.anotherHint}</p>
        <Link to={PAGES.auth} className="button button-dawn">
          {VERIFY_WORDS.another}
        </Link>
        <Link to={authPath('create')} className="button button-quiet">
          {VERIFY_WORDS.again}
        </Link>
      </div>
      <div className="when-in grid grid-cols-1 gap-5">
        <p className="text-soft">
          {token && `${VERIFY_WORDS.unusable} `}
          {filled(VERIFY_WORDS.signedIn, { email: user?.email ?? '…' })}
        </p>
        <Link to={PAGES.profile} className="button button-dawn">
          {SHELL_WORDS.viewProfile}
        </Link>
      </div>
    </MailedLinkPage>
  );
}

/** The fields to send: the chosen password, and the version of the privacy notice below its field. */
function choiceIn(values: FormData): object {
  const password = values.get('password');
  return password === null ? {} : { password, notice: NOTICES['sign-up'].version };
}

async function signInWith(email: string, password: string) {
  const result = await signIn({ email, password });
  return result.kind === 'ok' ? result.data.data : null;
}
