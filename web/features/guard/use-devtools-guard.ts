import { useEffect } from 'react';
import { publicSettings } from '#web/api/public-settings.ts';
import { whenIdle } from '#web/ui/when-idle.ts';

/** Loads and starts the developer-tools guard when the page is idle, if the settings ask for it. */
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
