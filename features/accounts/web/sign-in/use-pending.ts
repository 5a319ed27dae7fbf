import { useCallback, useEffect, useState } from 'react';
import { ACCOUNT_API } from '#contract/paths.ts';
import type { PendingAnswer } from '#features/accounts/bodies.ts';
import { getAnswer } from '#web/api/call-api.ts';
import { sessionStore } from '#web/session/session.ts';

type Pending = {
  readonly email: string;
  /** When another mail can be requested, in Unix milliseconds by this browser's clock; null if no more mails are allowed. */
  readonly resendAt: number | null;
};

/**
 * The unconfirmed sign-up of this browser: undefined until the server has answered, null without one. Loaded when the screen
 * opens, when its tab becomes visible again, and on `refresh`.
 */
export function usePending() {
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
      // The link may have been used in another tab, and a sleeping tab gets no message about it: asks the server.
      void sessionStore().confirm();
    };
    void refresh();
    document.addEventListener('visibilitychange', onSeen);
    return () => document.removeEventListener('visibilitychange', onSeen);
  }, [refresh]);
  return { pending, refresh };
}

/** The whole seconds left until a time, updated every second; null if the time is null. */
export function useSecondsUntil(time: number | null): number | null {
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
