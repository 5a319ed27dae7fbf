import { useEffect } from 'react';
import { GUARD_SETTINGS } from '#features/devtools-guard/contract.ts';
import { publicSettingsOf } from '#web/api/public-settings.ts';
import { startWhenIdle } from '#web/ui/start-loaded.ts';

/** Starts the developer-tools guard if the settings ask for it. */
export default function StartDevtoolsGuard(): null {
  useEffect(() => {
    if (!publicSettingsOf(GUARD_SETTINGS).devtoolsGuard) return;
    return startWhenIdle(() =>
      import('#features/devtools-guard/web/devtools-guard.ts').then(({ startGuard }) => startGuard),
    );
  }, []);

  return null;
}
