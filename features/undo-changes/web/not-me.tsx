import { useState } from 'react';
import { NOT_ME_WORDS } from '#content/features/undo-changes.ts';
import { PAGES } from '#content/page-paths.ts';
import { authPath } from '#features/accounts/web/sign-in/auth-path.ts';
import { FixedEmail } from '#features/accounts/web/sign-in/email-field.tsx';
import { MailedLinkPage, useMailedLink } from '#features/accounts/web/sign-in/mailed-link-page.tsx';
import type { NotMeAnswer } from '#features/undo-changes/bodies.ts';
import { CHANGES_API } from '#features/undo-changes/contract.ts';
import { sessionStore } from '#web/session/session.ts';
import { metaIn } from '#web/shell/page-meta.ts';
import { ApiForm } from '#web/ui/api-form.tsx';
import { SubmitButton } from '#web/ui/checked-form.tsx';
import { Link } from '#web/ui/link.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';

const { frozen: FROZEN } = NOT_ME_WORDS;
const SIGN_IN = authPath('sign-in', `${PAGES.security}#security-contested`);
const SENTENCES = { proof: { missing: FROZEN.missing } };

export const meta = () => metaIn(NOT_ME_WORDS, { secret: true });

/** The page behind the link in a mail about a change. Opening it changes nothing; its button freezes the account. */
export default function NotMe() {
  const [step, setStep] = useState<'ready' | 'frozen' | 'kept' | 'takenBack'>('ready');
  const [change, setChange] = useState<{ readonly title: string; readonly when: string }>();
  const link = useMailedLink((found) => {
    if (!found?.change) return;
    setChange(found.change);
    setStep(found.change.step);
  });
  // This line is blank until the server has answered, so that the answer moves nothing on the page.
  const told = <p className="font-semibold">{change ? `${change.title}, ${change.when}` : '\u00a0'}</p>;
  const done = step !== 'ready' && link.isOpen ? NOT_ME_WORDS[step] : undefined;

  async function showFrozen({ kind }: NotMeAnswer) {
    // If the freeze has ended this session, the page must know it, because the sign-in page redirects people who seem signed in.
    await sessionStore().confirm();
    setStep(kind);
  }

  return (
    <MailedLinkPage
      link={link}
      title={done?.title ?? NOT_ME_WORDS.pageTitle}
      isDone={step !== 'ready'}
      form={
        <ApiForm
          action={CHANGES_API.notMe}
          send={() => link.send<NotMeAnswer>(CHANGES_API.notMe)}
          onDone={showFrozen}
          onFailed={link.fail}
        >
          {told}
          <p className="text-soft">{NOT_ME_WORDS.lead}</p>
          <FixedEmail email={link.email} />
          <SubmitButton>{NOT_ME_WORDS.submit}</SubmitButton>
        </ApiForm>
      }
      result={
        done && (
          <>
            {told}
            <p className="text-soft">{done.lead}</p>
            {step !== 'takenBack' && (
              <>
                <ApiForm
                  action={CHANGES_API.takeBack}
                  sentences={SENTENCES}
                  proof="proof"
                  send={(values) => link.send(CHANGES_API.takeBack, { proof: values.get('proof') })}
                  onDone={() => setStep('takenBack')}
                  onFailed={link.fail}
                >
                  <h2 className="text-title">{FROZEN.takeBackTitle}</h2>
                  <p className="text-soft">{FROZEN.takeBackLead}</p>
                  <FixedEmail email={link.email} />
                  <PasswordField label={FROZEN.field} name="proof" autoComplete="current-password" required />
                  <SubmitButton>{FROZEN.submit}</SubmitButton>
                </ApiForm>
                {step === 'frozen' && (
                  <>
                    <p className="text-soft">{FROZEN.otherWays}</p>
                    <p className="text-soft">{FROZEN.byEmail}</p>
                  </>
                )}
              </>
            )}
          </>
        )
      }
    >
      {!done && <p className="text-soft">{NOT_ME_WORDS.otherwise}</p>}
      <Link to={SIGN_IN} className="button button-quiet">
        {NOT_ME_WORDS.signIn}
      </Link>
      <Link to={authPath('reset')} className="button button-quiet">
        {NOT_ME_WORDS.newPassword}
      </Link>
    </MailedLinkPage>
  );
}
