import { useState } from 'react';
import { ADDRESS_CHANGE_WORDS } from '#content/features/address-change.ts';
import { PAGES } from '#content/page-paths.ts';
import { SHELL_WORDS } from '#content/shell.ts';
import { PAGE_ERRORS } from '#contract/page-errors.ts';
import { AuthFrame } from '#features/accounts/web/sign-in/auth-frame.tsx';
import { success } from '#features/accounts/web/sign-in/auth-notice.ts';
import { authPath } from '#features/accounts/web/sign-in/auth-view.ts';
import { FixedEmail } from '#features/accounts/web/sign-in/fixed-email.tsx';
import { useMailedLink } from '#features/accounts/web/sign-in/use-mailed-link.ts';
import type { AddressChangedAnswer } from '#features/address-change/bodies.ts';
import { ADDRESS_CHANGE_API } from '#features/address-change/contract.ts';
import { callAccount } from '#web/api/call-api.ts';
import { sessionStore } from '#web/session/session.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { LinkWithState } from '#web/ui/link-with-state.tsx';
import { useCheckedForm } from '#web/ui/use-checked-form.ts';

const WORDS = ADDRESS_CHANGE_WORDS;

export function meta() {
  return pageMeta({ title: WORDS.pageTitle, description: WORDS.pageDescription, secret: true });
}

/**
 * The page of the link that is mailed to a new address. Opening it changes nothing; the button makes the address the
 * account’s, in whichever browser, and signs nobody in.
 */
export default function NewAddress() {
  const [isChanged, setChanged] = useState(false);
  const { token, email, setEmail, isOpen, notice, setNotice, fail } = useMailedLink();
  const { busy, formProps } = useCheckedForm({}, async () => {
    setNotice(null);
    if (!token) return [];
    const result = await callAccount<AddressChangedAnswer>(ADDRESS_CHANGE_API.confirm, {
      method: 'POST',
      body: { token },
    });
    if (result.kind === 'ok') {
      setEmail(result.data.email);
      setChanged(true);
      setNotice(success(result.data.message));
      // Where its owner is signed in, the record has another address from now on.
      await sessionStore().confirm();
    } else fail(result);
    return [];
  });

  const asks = isOpen && !isChanged;
  const unsure = token === undefined;
  return (
    <AuthFrame>
      <h1 className="first-light text-heading">{isChanged ? WORDS.changedTitle : WORDS.pageTitle}</h1>
      <Banner message={notice} onDismiss={() => setNotice(null)} />
      {asks && (
        <form
          {...formProps}
          method="post"
          action={ADDRESS_CHANGE_API.confirm}
          className={unsure ? 'when-link grid gap-5' : 'grid gap-5'}
        >
          <p className="text-soft">{WORDS.lead}</p>
          <FixedEmail email={email} />
          <Button type="submit" look="dawn" busy={busy}>
            {WORDS.confirm}
          </Button>
          <p className="text-small text-soft">{WORDS.notYours}</p>
        </form>
      )}
      {(unsure || !asks) && (
        <div className={unsure ? 'when-no-link grid gap-5' : 'grid gap-5'}>
          {!token && <p>{PAGE_ERRORS.LINK_NOT_COMPLETE}</p>}
          {!isChanged && <p className="text-soft">{WORDS.anotherHint}</p>}
          <div className="when-in grid gap-5">
            <Link to={isChanged ? PAGES.profile : PAGES.security} className="button button-dawn">
              {isChanged ? SHELL_WORDS.viewProfile : WORDS.another}
            </Link>
          </div>
          <div className="when-out grid gap-5">
            <LinkWithState to={authPath('sign-in')} state={{ email }} className="button button-dawn">
              {WORDS.signIn}
            </LinkWithState>
          </div>
        </div>
      )}
    </AuthFrame>
  );
}
