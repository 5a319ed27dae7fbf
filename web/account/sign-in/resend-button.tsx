import { useState } from 'react';
import { AUTH_WORDS } from '#content/account.ts';
import { resendVerification } from '#web/account/account-api.ts';
import { Button } from '#web/ui/button.tsx';
import { type AuthNotice, failure, success } from './auth-notice.ts';

/** Asks for another verification mail and shows the server's answer, whichever of the four it is (spec §5). */
export function ResendButton({ onAnswer }: { readonly onAnswer: (notice: AuthNotice) => void }) {
  const [busy, setBusy] = useState(false);

  async function resend() {
    setBusy(true);
    const result = await resendVerification();
    setBusy(false);
    onAnswer({ ...(result.kind === 'ok' ? success(result.data.message) : failure(result)), canResend: true });
  }

  return (
    <Button small className="mt-3" busy={busy} busyLabel="Sending..." onClick={resend}>
      {AUTH_WORDS.resend}
    </Button>
  );
}
