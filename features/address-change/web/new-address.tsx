import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { ADDRESS_CHANGE_WORDS } from '#content/features/address-change.ts';
import { PAGES } from '#content/page-paths.ts';
import { SHELL_WORDS } from '#content/shell.ts';
import { success } from '#features/accounts/web/sign-in/auth-notice.ts';
import { authPath } from '#features/accounts/web/sign-in/auth-path.ts';
import { FixedEmail } from '#features/accounts/web/sign-in/email-field.tsx';
import { MailedLinkPage, useMailedLink } from '#features/accounts/web/sign-in/mailed-link-page.tsx';
import type { AddressChangedAnswer } from '#features/address-change/bodies.ts';
import { ADDRESS_CHANGE_API } from '#features/address-change/contract.ts';
import { sessionStore } from '#web/session/session.ts';
import { metaIn } from '#web/shell/page-meta.ts';
import { ApiForm } from '#web/ui/api-form.tsx';
import { SubmitButton } from '#web/ui/checked-form.tsx';
import { Link } from '#web/ui/link.tsx';

const WORDS = ADDRESS_CHANGE_WORDS;

export const meta = () => metaIn(WORDS, { secret: true });

/**
 * The page of the link mailed to a new address. Opening the page changes nothing. Its button changes the address even in
 * a browser that is not signed in.
 */
export default function NewAddress() {
  const [isChanged, setChanged] = useState(false);
  const link = useMailedLink();
  const { email } = link;

  async function done(answer: AddressChangedAnswer) {
    link.setEmail(answer.email);
    setChanged(true);
    link.setNotice(success(answer.message));
    // A person who is signed in in this browser must see the new address on this page.
    await sessionStore().confirm();
  }

  return (
    <MailedLinkPage
      link={link}
      title={isChanged ? WORDS.changedTitle : WORDS.pageTitle}
      isDone={isChanged}
      form={
        <ApiForm
          action={ADDRESS_CHANGE_API.confirm}
          send={() => link.send<AddressChangedAnswer>(ADDRESS_CHANGE_API.confirm)}
          onDone={done}
          onFailed={link.fail}
        >
          <p className="text-soft">{WORDS.lead}</p>
          <FixedEmail email={email} />
          <SubmitButton>{WORDS.confirm}</SubmitButton>
          <p className="text-small text-soft">{WORDS.notYours}</p>
        </ApiForm>
      }
    >
      {!isChanged && <p className="text-soft">{WORDS.anotherHint}</p>}
      <div className="when-in grid gap-5">
        <Link to={isChanged ? PAGES.profile : PAGES.security} className="button button-dawn">
          {isChanged ? SHELL_WORDS.viewProfile : WORDS.another}
        </Link>
      </div>
      <div className="when-out grid gap-5">
        <RouterLink to={authPath('sign-in')} state={{ email }} className="button button-dawn">
          {WORDS.signIn}
        </RouterLink>
      </div>
    </MailedLinkPage>
  );
}
