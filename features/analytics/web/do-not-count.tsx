import { useState, useSyncExternalStore } from 'react';
import { DO_NOT_COUNT_WORDS as WORDS } from '#content/features/analytics.ts';
import { writeStored } from '#web/api/storage.ts';
import { useHydrated } from '#web/ui/use-hydrated.ts';
import { hasObjected, isObjectedByBrowser } from './may-count.ts';

const listen = (listener: () => void) => {
  // Sent by other tabs.
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
};

/** The switch that stops counting this browser, beside Do Not Track and Global Privacy Control. */
export function DoNotCount() {
  const hydrated = useHydrated();
  const objected = useSyncExternalStore(listen, hasObjected, () => false);
  // A new object each time: a tab gets no event for what it stored itself.
  const [{ isKept }, setOutcome] = useState({ isKept: true });

  return (
    <>
      <label className="flex min-h-8 items-center gap-2.5">
        <input
          type="checkbox"
          className="tick"
          disabled={!hydrated}
          checked={objected}
          onChange={({ target }) =>
            setOutcome({ isKept: writeStored('doNotCount', target.checked ? 'true' : null) })
          }
        />
        {WORDS.label}
      </label>
      <div role="status" className="text-small text-soft">
        {!isKept ? WORDS.blocked : hydrated && isObjectedByBrowser(window) && WORDS.byBrowser}
      </div>
    </>
  );
}
