import { useState } from 'react';
import { Link } from 'react-router';
import { ADDRESS_CHANGE_WORDS } from '#content/address-change.ts';
import { PAGES } from '#content/page-paths.ts';
import { SHELL_WORDS } from '#content/shell.ts';
import type { AddressChangedAnswer } from '#contract/address-change.ts';
import { ADDRESS_CHANGE_API } from '#contract/address-change-paths.ts';
import { sentenceOf } from '#contract/errors.ts';
import { callAccount } from '#web/api/call-api.ts';
import { sessionStore } from '#web/session/session.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { Banner, type BannerMessage } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { useCheckedForm } from '#web/ui/use-checked-form.ts';
import { AuthFrame } from './auth-frame.tsx';
import { failed, failure, success } from './auth-notice.ts';
import { authPath } from './auth-view.ts';
import { FixedEmail } from './fixed-email.tsx';
import { useMailedLink } from './use-mailed-link.ts';

const WORDS = ADDRESS_CHANGE_WORDS;

export function meta() {
  return pageMeta({ title: WORDS.pageTitle, description: WORDS.pageDescription, secret: true });
}

/**
 * The page of the link that is mailed to a new address. Opening it changes nothing; the button makes the address the
 * account’s, in whichever browser, and signs nobody in.
 */
export default function NewAddress() {
  const [email, setEmail] = useState('');
  const [state, setState] = useState<'asks' | 'changed' | 'dead'>('asks');
  const [notice, setNotice] = useState<BannerMessage | null>(null);
  const token = useMailedLink((link) => {
    setEmail(link?.email ?? '');
    setState(link === null ? 'dead' : 'asks');
    setNotice(link === null ? failed(sentenceOf('LINK_NOT_VALID')) : null);
  });
  const { busy, formProps } = useCheckedForm({}, async () => {
    setNotice(null);
    if (!token) return [];
    const result = await callAccount<AddressChangedAnswer>(ADDRESS_CHANGE_API.confirm, {
      method: 'POST',
      body: { token },
    });
    if (result.kind === 'ok') {
      setEmail(result.data.email);
      setState('changed');
      setNotice(success(result.data.message));
      // Where its owner is signed in, the record has another address from now on.
      await sessionStore().confirm();
    } else {
      if (result.kind === 'refused' && result.refusal.code === 'LINK_NOT_VALID') setState('dead');
      setNotice(failure(result));
    }
    return [];
  });

  const asks = state === 'asks' && token !== null;
  return (
    <AuthFrame>
      <h1 className="first-light text-heading">
        {state === 'changed' ? WORDS.changedTitle : WORDS.pageTitle}
      </h1>
      {asks && <p className="text-soft">{WORDS.lead}</p>}
      <Banner message={notice} onDismiss={() => setNotice(null)} />
      {asks ? (
        <form {...formProps} method="post" action={ADDRESS_CHANGE_API.confirm} className="grid gap-5">
          <FixedEmail email={email} />
          <Button type="submit" look="dawn" busy={busy}>
            {WORDS.confirm}
          </Button>
          <p className="text-small text-soft">{WORDS.notYours}</p>
        </form>
      ) : (
        <>
          {token === null && <p>{WORDS.noToken}</p>}
          {state !== 'changed' && <p className="text-soft">{WORDS.anotherHint}</p>}
          <div className="when-in grid gap-5">
            <Link to={state === 'changed' ? PAGES.profile : PAGES.security} className="button button-dawn">
              {state === 'changed' ? SHELL_WORDS.viewProfile : WORDS.another}
            </Link>
          </div>
          <div className="when-out grid gap-5">
            <Link to={authPath('sign-in')} state={{ email }} className="button button-dawn">
              {WORDS.signIn}
            </Link>
          </div>
        </>
      )}
    </AuthFrame>
  );
}
