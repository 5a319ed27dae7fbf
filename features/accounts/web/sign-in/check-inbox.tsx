import { useEffect } from 'react';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { sessionStore } from '#web/session/session.ts';
import type { BannerMessage } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { NothingThere } from './nothing-there.tsx';
import { ResendButton } from './resend-button.tsx';
import { usePending } from './use-pending.ts';

const WORDS = AUTH_WORDS.inbox;

type CheckInboxProps = {
  /** The address that the mail was sent to; empty if unknown. */
  readonly email: string;
  /** Called with the address when the server returns it, after a reload. */
  readonly onEmail: (email: string) => void;
  readonly onNotice: (notice: BannerMessage) => void;
  readonly onWrongAddress: () => void;
  /** Called when the person wants to sign in here; `hasConfirmed` if they say that they have confirmed the address. */
  readonly onSignIn: (hasConfirmed: boolean) => void;
};

/** Explains what to do until the mail arrives: after a sign-up, or a right password for an unconfirmed address. */
export function CheckInbox({ email, onEmail, onNotice, onWrongAddress, onSignIn }: CheckInboxProps) {
  const { pending, refresh } = usePending();

  // biome-ignore lint/correctness/useExhaustiveDependencies: reacts to the server's answer.
  useEffect(() => {
    if (email !== '' || pending === undefined) return;
    if (pending) onEmail(pending.email);
    else onSignIn(false);
  }, [pending]);

  /** Continues after the confirmation. If another browser confirmed, the person signs in here with the password chosen there. */
  async function goOn() {
    await sessionStore().confirm();
    if (!sessionStore().get().user) onSignIn(true);
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
        <button type="button" className="text-link min-h-8 cursor-pointer" onClick={onWrongAddress}>
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
