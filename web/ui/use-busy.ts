import { useRef, useState } from 'react';

/**
 * Runs one piece of work at a time. A press while one runs does nothing, also where React has not rendered `busy` yet; `run`
 * resolves to undefined then. `busy` names the work.
 */
export function useBusy<What = true>() {
  const [busy, setBusy] = useState<What | null>(null);
  const running = useRef(false);

  async function run<T>(what: What, work: () => Promise<T>): Promise<T | undefined> {
    if (running.current) return undefined;
    running.current = true;
    setBusy(what);
    try {
      return await work();
    } finally {
      running.current = false;
      setBusy(null);
    }
  }

  return { busy, run };
}
