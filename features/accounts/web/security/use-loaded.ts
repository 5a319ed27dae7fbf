import { useCallback, useEffect, useState } from 'react';
import type { CallResult, FailedCall } from '#web/api/call-api.ts';
import { sessionStore } from '#web/session/session.ts';

export type Loaded<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'loaded'; readonly data: T }
  | { readonly kind: 'failed'; readonly result: FailedCall };

/** Loads data for a signed-in person; `reload` asks again and keeps what is shown until then. `read` must not change. */
export function useLoaded<T>(read: () => Promise<CallResult<{ readonly data: T }>>): {
  readonly loaded: Loaded<T>;
  readonly reload: () => Promise<void>;
} {
  const [loaded, setLoaded] = useState<Loaded<T>>({ kind: 'loading' });
  const reload = useCallback(async () => {
    const result = await read();
    if (result.kind === 'ok') setLoaded({ kind: 'loaded', data: result.data.data });
    else setLoaded({ kind: 'failed', result });
    if (result.kind === 'refused' && result.status === 401) void sessionStore().confirm();
  }, [read]);
  useEffect(() => void reload(), [reload]);
  return { loaded, reload };
}
