import { useState } from 'react';
import { PAGES } from '#content/page-paths.ts';
import { RESET_WORDS } from '#content/reset.ts';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { MESSAGES } from '#contract/messages.ts';
import { filled } from '#contract/page-errors.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import type { ResetAnswer } from '#features/accounts/bodies.ts';
import { metaIn } from '#web/shell/page-meta.ts';
import { ApiForm } from '#web/ui/api-form.tsx';
import { SubmitButton } from '#web/ui/checked-form.tsx';
import { Link } from '#web/ui/link.tsx';
import { ACTION, toast } from '#web/ui/toasts.tsx';
import { usePart } from '#web/ui/use-part.ts';
import { isMoreNeeded } from './auth-notice.ts';
import { authPath } from './auth-path.ts';
import { FixedEmail } from './email-field.tsx';
import { EverythingLost } from './everything-lost.tsx';
import { NEW_PASSWORD_SENTENCES } from './field-sentences.ts';
import { MailedLinkPage, useMailedLink } from './mailed-link-page.tsx';
import NewPasswordField from './new-password-field.tsx';
import { useEnter } from './use-enter.ts';

export const meta = () => metaIn(RESET_WORDS, { secret: true });

const loadCodeField = () => import('./code-field.tsx');

const SENTENCES = { ...NEW_PASSWORD_SENTENCES, code: { missing: RESET_WORDS.codeMissing } };

/** Sets a first or new password and signs in. An account with a second factor also needs a code (docs/decisions/0051). */
export default function Reset() {
  const enter = useEnter();
  /** Set if the account has a passkey or an authenticator app. */
  const [guarded, setGuarded] = useState<{ readonly canSignIn: boolean }>();
  const [asksCode, setAsksCode] = useState(false);
  const CodeField = usePart(loadCodeField, asksCode, () => setAsksCode(false));
  const link = useMailedLink((found) => {
    setGuarded(found?.guarded);
    setAsksCode(found?.guarded !== undefined);
  });

  return (
    <MailedLinkPage
      link={link}
      title={RESET_WORDS.pageTitle}
      form={
        <ApiForm
          action={ACCOUNT_API.reset}
          sentences={SENTENCES}
          proof="code"
          send={(values) =>
            link.send<ResetAnswer>(ACCOUNT_API.reset, {
              password: values.get('password'),
              code: values.get('code') ?? undefined,
            })
          }
          onDone={async ({ data, recoveryCodesLeft: left }) => {
            await enter(data, { done: MESSAGES.passwordReset, home: PAGES.homeAlias });
            // This toast replaces the toast above, and stays longer.
            if (left !== undefined) toast(filled(RESET_WORDS.codeUsed, { left }), ACTION);
          }}
          onFailed={(result) => {
            if (isMoreNeeded(result)) {
              setGuarded((known) => known ?? { canSignIn: false });
              setAsksCode(true);
            }
            link.fail(result);
          }}
        >
          <p className="text-soft">{RESET_WORDS.lead}</p>
          <FixedEmail email={link.email} />
          <NewPasswordField label={AUTH_WORDS.newPassword} email={link.email} />
          {CodeField && <CodeField label={RESET_WORDS.code} />}
          <SubmitButton>{RESET_WORDS.submit}</SubmitButton>
          {guarded?.canSignIn && (
            <Link to={PAGES.auth} className="button button-quiet">
              {RESET_WORDS.otherMethod}
            </Link>
          )}
          {guarded && <EverythingLost {...RESET_WORDS.lost} />}
        </ApiForm>
      }
    >
      <Link to={authPath('reset')} className="button button-dawn">
        {RESET_WORDS.another}
      </Link>
    </MailedLinkPage>
  );
}
