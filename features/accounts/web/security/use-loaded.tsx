import { type MouseEvent, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { failure } from '#features/accounts/web/sign-in/auth-notice.ts';
import { noticeSignedOut } from '#features/accounts/web/use-signed-in.ts';
import type { CallResult, FailedCall } from '#web/api/call-api.ts';
import { focusHeading } from '#web/shell/route-change.tsx';
import { Button } from '#web/ui/button.tsx';
import { useBusy } from '#web/ui/use-busy.ts';

type Loaded<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'loaded'; readonly data: T }
  | { readonly kind: 'failed'; readonly result: FailedCall };

/**
 * `read` loads the data; it must be the same function at every render. `reload` keeps the old data until new data arrive, also
 * after a failure, so that the screen still shows what the person typed or must write down.
 */
export function useLoaded<T>(read: () => Promise<CallResult<{ readonly data: T }>>): {
  readonly loaded: Loaded<T>;
  readonly reload: () => Promise<void>;
} {
  const [loaded, setLoaded] = useState<Loaded<T>>({ kind: 'loading' });
  const newest = useRef(0);
  const reload = useCallback(async () => {
    newest.current += 1;
    const mine = newest.current;
    const result = await read();
    // An older answer that arrives late is dropped, because it would show entries that have been removed since.
    if (mine !== newest.current) return;
    // Renders synchronously, because `NotLoaded` checks after `reload` whether its button is still on the page.
    if (result.kind === 'ok') flushSync(() => setLoaded({ kind: 'loaded', data: result.data.data }));
    else setLoaded((now) => (now.kind === 'loaded' ? now : { kind: 'failed', result }));
    noticeSignedOut(result);
  }, [read]);
  useEffect(() => void reload(), [reload]);
  return { loaded, reload };
}

type NotLoadedProps = {
  readonly loaded: Exclude<Loaded<unknown>, { kind: 'loaded' }>;
  readonly words: { readonly loading: string; readonly retry: string };
  /** The CSS class that makes the placeholder as high as the loaded content. */
  readonly height?: string;
  readonly reload: () => Promise<void>;
};

export function NotLoaded({ loaded, words, height = 'h-120', reload }: NotLoadedProps) {
  const { busy, run } = useBusy();

  async function retry({ currentTarget: button }: MouseEvent<HTMLElement>) {
    const dialog = button.closest('dialog');
    await run(true, reload);
    // If the loaded content has replaced the pressed button, the focus must move, because it would be lost.
    if (button.isConnected) return;
    if (dialog) dialog.querySelector<HTMLElement>('input:not([type=hidden])')?.focus();
    else focusHeading();
  }

  if (loaded.kind === 'loading')
    return (
      <div role="status">
        <span className="sr-only">{words.loading}</span>
        <span className={`skeleton ${height}`} />
      </div>
    );
  return (
    <div role="alert" className="banner banner-error">
      <div>
        <p>{failure(loaded.result).text}</p>
        <Button small className="mt-3" busy={busy !== null} onClick={(event) => void retry(event)}>
          {words.retry}
        </Button>
      </div>
    </div>
  );
}
