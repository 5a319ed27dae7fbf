import { useState } from 'react';
import { NOTICES } from '#content/notices.ts';
import { PAGES } from '#content/page-paths.ts';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { type AcceptedAnswer, MESSAGES } from '#contract/messages.ts';
import { ACCOUNT_API, PRODUCT_API } from '#contract/paths.ts';
import { EMPTY_PROFILE, nameFromAddress } from '#contract/profile-fields.ts';
import type { SaveUserAnswer, UserRecord } from '#features/accounts/profile-bodies.ts';
import { type Credentials, resendVerification, signIn } from '#features/accounts/web/account-api.ts';
import { Notice } from '#features/forms/web/notice.tsx';
import { type CallResult, postBody } from '#web/api/call-api.ts';
import { callProduct, saveProblem } from '#web/api/call-product.ts';
import { AddressField } from '#web/ui/address-field.tsx';
import { ApiForm } from '#web/ui/api-form.tsx';
import type { BannerMessage } from '#web/ui/banner.tsx';
import { SubmitButton } from '#web/ui/checked-form.tsx';
import { hasPage, PageLink } from '#web/ui/link.tsx';
import { failure, isMoreNeeded, success } from './auth-notice.ts';
import { credentialsIn, NEW_PASSWORD_SENTENCES } from './field-sentences.ts';
import NewPasswordField from './new-password-field.tsx';
import type { SignInPage } from './sign-in-slots.ts';

export function SignUpForm({ email, onSignedIn, onNotice, onUnverified, onAgeNeeded }: SignInPage) {
  const [address, setAddress] = useState(email);

  async function done(_answer: AcceptedAnswer, values: FormData) {
    const credentials = credentialsIn(values);
    const saved = await saveFreshUser(credentials.email);
    const user = await trySignIn(credentials);
    if (user) await onSignedIn(user, false);
    else onUnverified(credentials.email, createdNotice(saved));
  }

  return (
    <ApiForm
      action={ACCOUNT_API.signUp}
      sentences={NEW_PASSWORD_SENTENCES}
      send={(values) => {
        onNotice(null);
        return postBody(ACCOUNT_API.signUp, { ...credentialsIn(values), notice: NOTICES['sign-up'].version });
      }}
      onDone={done}
      onFailed={(result) => {
        if (isMoreNeeded(result)) onAgeNeeded(failure(result));
        else onNotice(failure(result));
      }}
    >
      <AddressField
        label={AUTH_WORDS.email}
        autoComplete="username"
        enterKeyHint="next"
        // Without an initial value, text typed before hydration is kept.
        defaultValue={email || undefined}
        onAddress={setAddress}
      />
      <NewPasswordField label={AUTH_WORDS.password} email={address} />
      <Notice name="sign-up" />
      {hasPage(PAGES.terms) && (
        <p className="text-small text-soft">
          {AUTH_WORDS.create.terms}{' '}
          <PageLink to={PAGES.terms} className="text-link">
            {AUTH_WORDS.create.termsLink}
          </PageLink>
          .
        </p>
      )}
      <SubmitButton>{AUTH_WORDS.create.submit}</SubmitButton>
    </ApiForm>
  );
}

function createdNotice(saved: CallResult<unknown>): BannerMessage {
  // A product server other than our own may refuse with 401 before the first sign-in. The first sign-in then saves the record.
  const isEarly = saved.kind === 'refused' && saved.status === 401;
  if (saved.kind === 'ok' || isEarly) return success(MESSAGES.checkYourEmail);
  return { tone: 'error', text: saveProblem(saved), detail: MESSAGES.checkYourEmail };
}

/**
 * Tries to sign in after a sign-up. Failures are not shown, because a different answer for a taken address would reveal that the
 * address has an account.
 * @returns null when the address must be confirmed first
 */
async function trySignIn(credentials: Credentials): Promise<UserRecord | null> {
  const result = await signIn(credentials);
  if (result.kind === 'ok') return result.data.data;
  // The page shows nothing of this answer, so it does not wait for it.
  if (result.kind === 'refused' && result.refusal.code === 'EMAIL_NOT_VERIFIED') void resendVerification();
  return null;
}

/** Saves the first record of a new person at the product server, which ignores the fields that only a server may set. */
function saveFreshUser(email: string): Promise<CallResult<SaveUserAnswer>> {
  const now = new Date().toISOString();
  const body = {
    id: '',
    email,
    ...EMPTY_PROFILE,
    name: nameFromAddress(email),
    created_at: now,
    updated_at: now,
    messages: [],
    last_login: null,
    login_count: 0,
    email_verified: false,
    verification_sent_at: now,
    verification_attempts: 1,
  };
  return callProduct(PRODUCT_API.saveUser, { method: 'POST', body }, { isSignUp: true });
}
