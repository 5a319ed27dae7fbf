import { useCallback, useEffect, useState } from 'react';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import type { PendingAnswer } from '#features/accounts/bodies.ts';
import { getAnswer } from '#web/api/call-api.ts';
import { sessionStore } from '#web/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { ResendButton } from './resend-button.tsx';
import type { SignInPage } from './sign-in-slots.ts';

const WORDS = AUTH_WORDS.inbox;

type CheckInboxProps = SignInPage & {
  /** Called when the server returns the address after a reload. */
  readonly onEmail: (email: string) => void;
};

export function CheckInbox({ email, onEmail, onNotice, show }: CheckInboxProps) {
  const { pending, refresh } = usePending();

  // biome-ignore lint/correctness/useExhaustiveDependencies: reacts to the server's answer.
  useEffect(() => {
    if (email !== '' || pending === undefined) return;
    if (pending) onEmail(pending.email);
    else show('sign-in');
  }, [pending]);

  /** If another browser confirmed, the person signs in with the password chosen there. */
  async function goOn() {
    await sessionStore().confirm();
    if (!sessionStore().get().user) show('sign-in', null, true);
  }

  return (
    <>
      <div className="grid justify-items-start gap-1">
        <p>
          {WORDS.sentTo}{' '}
          <strong dir="ltr" className="wrap-anywhere" data-testid="inbox-address">
            {email || WORDS.yourAddress}
          </strong>
          . {WORDS.open}
        </p>
        <button type="button" className="text-link min-h-8 cursor-pointer" onClick={() => show('create')}>
          {WORDS.wrong}
        </button>
      </div>
      <ResendButton resendAt={pending?.resendAt} onAnswer={onNotice} onDone={refresh} />
      <NothingThere steps={WORDS.steps} />
      <div className="grid gap-1.5">
        <Button onClick={goOn}>{WORDS.confirmed}</Button>
        <p className="text-small text-soft">{WORDS.confirmedHint}</p>
      </div>
    </>
  );
}

type Pending = {
  readonly email: string;
  /** The time in Unix milliseconds of this browser; null if no more mails are allowed. */
  readonly resendAt: number | null;
};

/** Undefined until the server has answered, null without a sign-up. Loaded again when the tab becomes visible. */
function usePending() {
  const [pending, setPending] = useState<Pending | null>();
  const refresh = useCallback(async () => {
    const result = await getAnswer<PendingAnswer>(ACCOUNT_API.pending);
    if (result.kind !== 'ok') return;
    const { data } = result.data;
    const resendAt = data?.secondsToResend == null ? null : Date.now() + data.secondsToResend * 1_000;
    setPending(data && { email: data.email, resendAt });
  }, []);
  useEffect(() => {
    const onSeen = () => {
      if (document.visibilityState === 'hidden') return;
      void refresh();
      // The link may have been used in another tab, and a sleeping tab gets no message.
      void sessionStore().confirm();
    };
    void refresh();
    document.addEventListener('visibilitychange', onSeen);
    return () => document.removeEventListener('visibilitychange', onSeen);
  }, [refresh]);
  return { pending, refresh };
}

export function NothingThere({ steps }: { readonly steps: readonly string[] }) {
  return (
    <section aria-labelledby="nothing-there" className="text-small text-soft">
      <h2 id="nothing-there" className="font-semibold text-ink">
        {AUTH_WORDS.inbox.nothing}
      </h2>
      <ul className="mt-1 grid list-disc gap-1 pl-5">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
    </section>
  );
}
