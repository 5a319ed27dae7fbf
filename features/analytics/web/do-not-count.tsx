import { useState, useSyncExternalStore } from 'react';
import { DO_NOT_COUNT_WORDS as WORDS } from '#content/features/analytics.ts';
import { writeStored } from '#web/api/storage.ts';
import { useHydrated } from '#web/ui/use-hydrated.ts';
import { hasObjected, isObjectedByBrowser } from './may-count.ts';

const listen = (listener: () => void) => {
  // The browser sends the event `storage` only to the tabs that did not make the change.
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
};

/** The tick box that stops the counting of visits by this browser, for visitors without Do Not Track or Global Privacy Control. */
export function DoNotCount() {
  const hydrated = useHydrated();
  const objected = useSyncExternalStore(listen, hasObjected, () => false);
  // A tab gets no `storage` event for its own change, but each change sets this state to a new object, so the tab renders again.
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
