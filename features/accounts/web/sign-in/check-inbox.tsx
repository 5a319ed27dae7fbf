import { useCallback, useEffect, useId, useState } from 'react';
import { CONTROL_WORDS } from '#content/shell.ts';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { ACCOUNT_ERRORS } from '#contract/account-errors.ts';
import { filled } from '#contract/page-errors.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import type { PendingAnswer } from '#features/accounts/bodies.ts';
import { resendVerification } from '#features/accounts/web/account-api.ts';
import { getAnswer } from '#web/api/call-api.ts';
import { sessionStore } from '#web/session/session.ts';
import type { BannerMessage } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { useBusy } from '#web/ui/use-busy.ts';
import { failure, success } from './auth-notice.ts';
import type { SignInPage } from './sign-in-slots.ts';

const WORDS = AUTH_WORDS.inbox;

type CheckInboxProps = SignInPage & {
  /** Called with the address when the server's answer names it, for example after a reload. */
  readonly onEmail: (email: string) => void;
};

export function CheckInbox({ email, onEmail, onNotice, show }: CheckInboxProps) {
  const { pending, refresh } = usePending();
  const { busy, run } = useBusy();

  // biome-ignore lint/correctness/useExhaustiveDependencies: reacts to the server's answer.
  useEffect(() => {
    if (email !== '' || pending === undefined) return;
    if (pending) onEmail(pending.email);
    else show('sign-in');
  }, [pending]);

  /**
   * Continues after the confirmation. If another browser confirmed the address, the person signs in with the password chosen
   * there.
   */
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
        <Button busy={busy !== null} onClick={() => void run(true, goOn)}>
          {WORDS.confirmed}
        </Button>
        <p className="text-small text-soft">{WORDS.confirmedHint}</p>
      </div>
    </>
  );
}

type Pending = {
  readonly email: string;
  /** When another mail may be requested, in Unix milliseconds of this browser; null if no more mails are allowed. */
  readonly resendAt: number | null;
};

/**
 * The sign-up of this browser: undefined until the server has answered, null if there is none. Loaded again when the tab
 * becomes visible.
 */
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
      // The link may have been used in another tab. A sleeping tab gets no message, so it asks the server once it is shown.
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

type ResendButtonProps = {
  /** When the next mail may be requested, in Unix milliseconds; null if none may be, undefined until it is known. */
  readonly resendAt: number | null | undefined;
  readonly onAnswer: (notice: BannerMessage) => void;
  /** Called when the value of `resendAt` may have changed. */
  readonly onDone: () => void;
};

/**
 * Requests another verification mail and shows the server's answer (docs/product.md, "Resending"). Until a request can succeed, the
 * button counts down and does nothing when pressed. The hint below it says when the next mail is possible.
 */
function ResendButton({ resendAt, onAnswer, onDone }: ResendButtonProps) {
  const hint = useId();
  const { busy, run } = useBusy();
  const seconds = useSecondsUntil(resendAt ?? null);
  const mustWait = resendAt !== undefined && seconds !== 0;

  async function resend() {
    const result = await run(true, resendVerification);
    if (!result) return;
    const notice =
      result.kind === 'ok' ? success(result.data.message) : failure(result, ACCOUNT_ERRORS.RESEND_FAILED);
    onAnswer(notice);
    onDone();
  }

  return (
    <div className="grid justify-items-start gap-1.5">
      <Button
        small
        busy={busy !== null}
        busyLabel={CONTROL_WORDS.sending}
        aria-describedby={hint}
        aria-disabled={mustWait || undefined}
        onClick={mustWait ? undefined : resend}
      >
        {AUTH_WORDS.resend}
        {seconds !== null && seconds > 0 && (
          <span aria-hidden="true" className="text-soft tabular-nums">
            {clockText(seconds)}
          </span>
        )}
      </Button>
      <p id={hint} className="min-h-[1.5em] text-small text-soft">
        {resendAt !== undefined && resendHint(seconds)}
      </p>
    </div>
  );
}

/** Formats seconds as minutes and seconds: `299` → `4:59`. */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * The sentence on when another mail can be requested. Rounds minutes as the server does in its refusal
 * (docs/product.md, "Resending").
 *
 * @param seconds null when no more mails are allowed
 */
export function resendHint(seconds: number | null): string {
  const { resendNow, resendInAMinute, resendIn } = AUTH_WORDS.inbox;
  if (seconds === null) return ACCOUNT_ERRORS.MAX_VERIFICATION_ATTEMPTS;
  if (seconds === 0) return resendNow;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? resendInAMinute : filled(resendIn, { minutes });
}

/** The whole seconds left until a time, updated every second; null if the time is null. */
function useSecondsUntil(time: number | null): number | null {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (time === null) return;
    const tick = () => {
      setNow(Date.now());
      if (Date.now() >= time) clearInterval(timer);
    };
    const timer = setInterval(tick, 1_000);
    tick();
    return () => clearInterval(timer);
  }, [time]);
  return time === null ? null : Math.max(0, Math.ceil((time - now) / 1_000));
}
