import { useEffect } from 'react';
import { publicSettings } from '#web/api/public-settings.ts';
import { whenIdle } from '#web/ui/when-idle.ts';

/** Starts the developer-tools guard once the page is idle, where the settings ask for it. Without its code: no guard. */
export function useDevtoolsGuard(): void {
  useEffect(() => {
    if (!publicSettings().devtoolsGuard) return;
    let stop: (() => void) | undefined;
    let isOver = false;
    const cancel = whenIdle(() => {
      import('./devtools-guard.ts').then(
        ({ startGuard }) => {
          if (!isOver) stop = startGuard(window);
        },
        () => undefined,
      );
    });
    return () => {
      isOver = true;
      cancel();
      stop?.();
    };
  }, []);
}
