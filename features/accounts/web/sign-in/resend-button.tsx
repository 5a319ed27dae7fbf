import { useId } from 'react';
import { CONTROL_WORDS } from '#content/shell.ts';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { PAGE_ERRORS } from '#contract/page-errors.ts';
import { resendVerification } from '#features/accounts/web/account-api.ts';
import type { BannerMessage } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { useBusy } from '#web/ui/use-busy.ts';
import { failure, success } from './auth-notice.ts';
import { clockText, resendHint } from './resend-wait.ts';
import { useSecondsUntil } from './use-pending.ts';

type ResendButtonProps = {
  /** The time of the next possible mail, from `use-pending.ts`; undefined until it is known. */
  readonly resendAt: number | null | undefined;
  readonly onAnswer: (notice: BannerMessage) => void;
  /** Called when the time of the next mail may have changed. */
  readonly onDone: () => void;
};

/**
 * Requests another verification mail and shows the server's answer (docs/product.md, "Resending"). Counts down to the time when a
 * request can succeed. The button works before that time too, because the server's answer explains more than a disabled button.
 */
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
