import { useEffect } from 'react';
import { GUARD_SETTINGS } from '#features/devtools-guard/contract.ts';
import { publicSettingsOf } from '#web/api/public-settings.ts';
import { startLoaded } from '#web/ui/start-loaded.ts';
import { whenIdle } from '#web/ui/when-idle.ts';

export default function StartDevtoolsGuard(): null {
  useEffect(() => {
    if (!publicSettingsOf(GUARD_SETTINGS).devtoolsGuard) return;
    let stop: (() => void) | undefined;
    const cancel = whenIdle(() => {
      stop = startLoaded(() =>
        import('#features/devtools-guard/web/devtools-guard.ts').then(
          ({ startGuard }) =>
            () =>
              startGuard(window),
        ),
      );
    });
    return () => {
      cancel();
      stop?.();
    };
  }, []);

  return null;
}
