import { useEffect, useId, useState } from 'react';
import { CONTROL_WORDS } from '#content/shell.ts';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { ACCOUNT_ERRORS } from '#contract/account-errors.ts';
import { filled, PAGE_ERRORS } from '#contract/page-errors.ts';
import { resendVerification } from '#features/accounts/web/account-api.ts';
import type { BannerMessage } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { useBusy } from '#web/ui/use-busy.ts';
import { failure, success } from './auth-notice.ts';

type ResendButtonProps = {
  /** Undefined until the time of the next mail is known. */
  readonly resendAt: number | null | undefined;
  readonly onAnswer: (notice: BannerMessage) => void;
  /** Called when the time of the next mail may have changed. */
  readonly onDone: () => void;
};

/** The button works before the countdown ends, because the server's answer explains more than a disabled button. */
export function ResendButton({ resendAt, onAnswer, onDone }: ResendButtonProps) {
  const hint = useId();
  const { busy, run } = useBusy();
  const seconds = useSecondsUntil(resendAt ?? null);

  async function resend() {
    const result = await run(true, resendVerification);
    if (!result) return;
    const notice =
      result.kind === 'ok' ? success(result.data.message) : failure(result, PAGE_ERRORS.RESEND_FAILED);
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
        onClick={resend}
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

/** Formats `299` as `4:59`. */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Rounds minutes as the server does (docs/product.md, "Resending"). `seconds`: null when no more mails are allowed. */
export function resendHint(seconds: number | null): string {
  const { resendNow, resendInAMinute, resendIn } = AUTH_WORDS.inbox;
  if (seconds === null) return ACCOUNT_ERRORS.MAX_VERIFICATION_ATTEMPTS;
  if (seconds === 0) return resendNow;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? resendInAMinute : filled(resendIn, { minutes });
}

/** Returns whole seconds, updated every second; null for a null time. */
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
