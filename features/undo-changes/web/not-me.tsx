import { useState } from 'react';
import { NOT_ME_WORDS } from '#content/features/undo-changes.ts';
import { PAGES } from '#content/page-paths.ts';
import { PAGE_ERRORS } from '#contract/page-errors.ts';
import { AuthFrame } from '#features/accounts/web/sign-in/auth-frame.tsx';
import { authPath } from '#features/accounts/web/sign-in/auth-view.ts';
import { FixedEmail } from '#features/accounts/web/sign-in/fixed-email.tsx';
import { useMailedLink } from '#features/accounts/web/sign-in/use-mailed-link.ts';
import { CHANGES_API } from '#features/undo-changes/contract.ts';
import { sessionStore } from '#web/session/session.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { takeFocus } from '#web/ui/take-focus.ts';
import { useCheckedForm } from '#web/ui/use-checked-form.ts';
import { pressNotMe, takeBackByLink } from './change-calls.ts';

const { frozen: FROZEN } = NOT_ME_WORDS;
const SENTENCES = { proof: { missing: FROZEN.missing } };

export function meta() {
  return pageMeta({ title: NOT_ME_WORDS.pageTitle, description: NOT_ME_WORDS.pageDescription, secret: true });
}

/**
 * The page of the link in the mail about a change. Opening it changes nothing; the button freezes the account, and what only its
 * owner knows takes the change back.
 */
export default function NotMe() {
  const [step, setStep] = useState<'ready' | 'frozen' | 'kept' | 'takenBack'>('ready');
  const { token, email, isOpen, notice, setNotice, fail } = useMailedLink();
  const press = useCheckedForm({}, async () => {
    setNotice(null);
    if (!token) return [];
    const result = await pressNotMe(token);
    if (result.kind !== 'ok') fail(result);
    else {
      // Perhaps this browser was signed in to the account: while the page believed that, its sign-in would lead away again.
      await sessionStore().confirm();
      setStep(result.data.kind);
    }
    return [];
  });
  const takeBack = useCheckedForm(SENTENCES, async (values) => {
    setNotice(null);
    const result = await takeBackByLink(token ?? '', String(values.get('proof') ?? ''));
    if (result.kind === 'refused' && result.status === 403)
      return [{ field: 'proof', message: result.refusal.message }];
    if (result.kind !== 'ok') fail(result);
    else setStep('takenBack');
    return [];
  });

  const shown = isOpen ? step : 'dead';
  const done = shown === 'ready' || shown === 'dead' ? undefined : NOT_ME_WORDS[shown];
  const unsure = token === undefined;
  return (
    <AuthFrame>
      {done ? (
        <h1 key={shown} ref={takeFocus} tabIndex={-1} className="text-heading">
          {done.title}
        </h1>
      ) : (
        <h1 className="first-light text-heading">{NOT_ME_WORDS.pageTitle}</h1>
      )}
      <Banner message={notice} onDismiss={() => setNotice(null)} />
      {shown === 'ready' && (
        <form
          {...press.formProps}
          method="post"
          action={CHANGES_API.notMe}
          className={unsure ? 'when-link grid gap-5' : 'grid gap-5'}
        >
          <p className="text-soft">{NOT_ME_WORDS.lead}</p>
          <Button type="submit" look="dawn" busy={press.busy}>
            {NOT_ME_WORDS.submit}
          </Button>
        </form>
      )}
      {done && <p className="text-soft">{done.lead}</p>}
      {(shown === 'frozen' || shown === 'kept') && (
        <>
          <form {...takeBack.formProps} method="post" action={CHANGES_API.takeBack} className="grid gap-5">
            <h2 className="text-title">{FROZEN.takeBackTitle}</h2>
            <p className="text-soft">{FROZEN.takeBackLead}</p>
            <FixedEmail email={email} />
            <PasswordField
              label={FROZEN.field}
              name="proof"
              autoComplete="current-password"
              required
              problem={takeBack.problems.proof}
            />
            <Button type="submit" look="dawn" busy={takeBack.busy}>
              {FROZEN.submit}
            </Button>
          </form>
          <p className="text-soft">{FROZEN.otherWays}</p>
        </>
      )}
      {(unsure || shown !== 'ready') && (
        <div className={unsure ? 'when-no-link grid gap-5' : 'grid gap-5'}>
          {!token && <p>{PAGE_ERRORS.LINK_NOT_COMPLETE}</p>}
          {!done && <p className="text-soft">{NOT_ME_WORDS.otherwise}</p>}
          <Link to={PAGES.auth} className="button button-quiet">
            {NOT_ME_WORDS.signIn}
          </Link>
          <Link to={authPath('reset')} className="button button-quiet">
            {NOT_ME_WORDS.newPassword}
          </Link>
        </div>
      )}
    </AuthFrame>
  );
}
